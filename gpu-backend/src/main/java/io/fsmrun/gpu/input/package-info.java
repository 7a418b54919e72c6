/**
 * Where scanners get their input from: page-locked memory, any other memory, streams; and the
 * threads that put it together.
 */
package io.fsmrun.gpu.input;

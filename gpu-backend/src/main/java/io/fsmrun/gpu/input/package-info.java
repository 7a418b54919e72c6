/** Where scanners get their input from: page-locked memory, any other memory, streams. */
package io.fsmrun.gpu.input;

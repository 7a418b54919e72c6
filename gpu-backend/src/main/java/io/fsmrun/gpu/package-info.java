/** The back end {@code gpu}, as it is found by its name, and the devices of this machine. */
package io.fsmrun.gpu;

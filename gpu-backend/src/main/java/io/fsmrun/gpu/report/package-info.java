/** Reports in blocks: many handed over by one call, as scanners of devices have them. */
package io.fsmrun.gpu.report;

/**
 * Position automata as bit streams: the way to scan much data with many rules on a GPU. Programs,
 * how they are packed, and the scanner that moves data and puts reports in order.
 */
package io.fsmrun.gpu.stream;

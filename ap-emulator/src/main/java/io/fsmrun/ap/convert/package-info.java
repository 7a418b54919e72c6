/**
 * From one form of network to another: rules to networks, and networks to ones that a file format
 * can express.
 */
package io.fsmrun.ap.convert;

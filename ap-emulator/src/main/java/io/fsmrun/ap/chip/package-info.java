/** The chip: what a half-core holds, and where the components of a network go. */
package io.fsmrun.ap.chip;

/**
 * What a network does on an input, element by element: counts, active sets, colours for drawings.
 */
package io.fsmrun.ap.profile;

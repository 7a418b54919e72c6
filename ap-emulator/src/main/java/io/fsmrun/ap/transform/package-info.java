/**
 * Changing networks without changing what they report.
 *
 * <p>Two networks report the same if on every input they give the same set of pairs (name, symbol),
 * where the name of a report is the report code of the element, or its id if it has no code.
 * Several reports of one name on one symbol count as one. Element numbers, the number of elements
 * and the activity of elements that do not report may differ.
 */
package io.fsmrun.ap.transform;

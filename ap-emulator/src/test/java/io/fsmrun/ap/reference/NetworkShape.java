package io.fsmrun.ap.reference;

/**
 * What a random network looks like, on average.
 *
 * @param elements number of elements, at least 1
 * @param components into how many groups they fall, with no edge between groups; at least 1
 * @param edgesPerElement edges into an element, on average
 * @param specials how likely an element is a counter or a gate
 * @param latched how likely an STE is latched
 * @param reporting how likely an element reports
 * @param atEndOnly how likely an element is at the end only
 */
public record NetworkShape(
    int elements,
    int components,
    double edgesPerElement,
    double specials,
    double latched,
    double reporting,
    double atEndOnly) {

  /**
   * The same without counters and gates.
   *
   * @return a shape of STEs
   */
  public NetworkShape withoutSpecials() {
    return new NetworkShape(
        elements, components, edgesPerElement, 0, latched, reporting, atEndOnly);
  }

  /**
   * The same without latched STEs.
   *
   * @return a shape without state beside the active elements and the counters
   */
  public NetworkShape withoutLatches() {
    return new NetworkShape(
        elements, components, edgesPerElement, specials, 0, reporting, atEndOnly);
  }
}

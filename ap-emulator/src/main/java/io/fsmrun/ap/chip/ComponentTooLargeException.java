package io.fsmrun.ap.chip;

/**
 * A connected component does not fit into a half-core, and the device has no edges between them.
 */
public final class ComponentTooLargeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Resources demand;
  private final transient Resources capacity;
  private final String elementId;

  /**
   * Names the component by one of its elements.
   *
   * @param elementId the id of its first element
   * @param demand what it needs
   * @param capacity what a half-core holds
   */
  public ComponentTooLargeException(String elementId, Resources demand, Resources capacity) {
    super(
        "the component of element '%s' has %s, of which the %s are %.2f times what a half-core holds (%s); no edge crosses half-cores"
            .formatted(
                elementId,
                demand,
                largestKind(demand, capacity),
                demand.largestShare(capacity),
                capacity));
    this.elementId = elementId;
    this.demand = demand;
    this.capacity = capacity;
  }

  private static String largestKind(Resources demand, Resources capacity) {
    double largest = demand.largestShare(capacity);
    if (largest == Resources.share(demand.stes(), capacity.stes())) {
      return "STEs";
    }
    return largest == Resources.share(demand.counters(), capacity.counters())
        ? "counters"
        : "boolean elements";
  }

  /**
   * An element of the component.
   *
   * @return the id of its first element
   */
  public String elementId() {
    return elementId;
  }

  /**
   * What the component needs.
   *
   * @return its resources; null after serialisation
   */
  public Resources demand() {
    return demand;
  }

  /**
   * What a half-core holds.
   *
   * @return its resources; null after serialisation
   */
  public Resources capacity() {
    return capacity;
  }
}

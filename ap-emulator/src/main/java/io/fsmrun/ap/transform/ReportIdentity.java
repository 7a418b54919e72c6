package io.fsmrun.ap.transform;

/** By what the reports of a network are told apart when elements merge. */
public enum ReportIdentity {
  /**
   * By report code, or by id where there is no code: elements of one code may merge, and the merged
   * element has the id of one of them.
   */
  NAME,
  /** By id and code: elements that report merge with nothing, so that each keeps its id. */
  ELEMENT
}

package io.fsmrun.cpu.filter;

/** Tables that say of a place, by the bytes from there on, whether a string may begin there. */
interface PassTables {

  /** They look at no more bytes. */
  int MOST_LENGTH = 4;

  /** How many bytes they look at. */
  int length();

  /** Whether a place of an input is let through; as many bytes as they look at must follow. */
  boolean lets(byte[] input, int place);
}

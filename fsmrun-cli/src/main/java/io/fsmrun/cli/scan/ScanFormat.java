package io.fsmrun.cli.scan;

/**
 * What is said of matches.
 *
 * @param kind what a file's output is
 * @param json whether it is JSON, an object a line
 * @param fileNames whether text begins with the name of the file
 * @param lineNumbers whether text has the numbers of lines and columns; JSON always has
 * @param mostMatches a file is left after so many matches, from 1
 * @param firstOfRule whether only the first match of each rule in a file counts
 */
public record ScanFormat(
    Kind kind,
    boolean json,
    boolean fileNames,
    boolean lineNumbers,
    long mostMatches,
    boolean firstOfRule) {

  /** What a file's output is. */
  public enum Kind {
    /** A line for each match. */
    MATCHES,
    /** How many matches there are. */
    COUNTS,
    /** The file's name, if there is a match. */
    FILES,
    /** Nothing; the first match ends everything. */
    QUIET
  }

  /** Whether lines and columns have to be found. */
  boolean needsLines() {
    return kind == Kind.MATCHES && (json || lineNumbers);
  }
}

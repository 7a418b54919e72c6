package io.fsmrun.cli.scan;

import java.io.IOException;

/** Hears what happens during a search beside matches. Called by several threads. */
public interface ScanEvents {

  /**
   * A file or directory cannot be read; the others are searched nevertheless.
   *
   * @param name its name
   * @param cause why
   */
  void failed(String name, IOException cause);

  /**
   * More bytes were searched.
   *
   * @param count how many more
   */
  void searched(long count);
}

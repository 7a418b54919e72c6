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

  /**
   * Something that was to be searched on the GPU is searched on the CPU, in part or all of it. May
   * throw to end the search.
   *
   * @param name its name
   * @param offset matches up to here are the GPU's
   * @param reason why
   */
  void leftGpu(String name, long offset, String reason);
}

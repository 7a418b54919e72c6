package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import java.util.List;

/** What a database is made of, for tests in other packages. */
public final class Engines {

  private Engines() {}

  /**
   * The engines that a database's rules are split over.
   *
   * @param database the database
   * @return the engines; they number rules as the database does
   */
  public static List<BlockEngine> of(Database database) {
    return database.engines();
  }
}

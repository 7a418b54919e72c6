package io.fsmrun.cli.scan;

import io.fsmrun.regex.Rule;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleInfo;
import java.util.List;

/**
 * What is searched for. Rules are compiled for the CPU when that is first needed, which is never if
 * a GPU does all the work. Shared by threads.
 */
public final class SearchRules {

  private final Compiler compiler;
  private final RuleTexts texts;
  private Database database;

  /** Compiles rules for the CPU. */
  @FunctionalInterface
  public interface Compiler {

    /**
     * Compiles; called once, and again after an interrupt.
     *
     * @return the rules
     * @throws InterruptedException if the thread is interrupted
     */
    Database compile() throws InterruptedException;
  }

  /**
   * Rules that are not compiled yet.
   *
   * @param rules the rules
   * @param compiler compiles them
   */
  public SearchRules(List<Rule> rules, Compiler compiler) {
    this.compiler = compiler;
    this.texts = new RuleTexts();
    rules.forEach(rule -> texts.add(rule.id(), rule.pattern()));
  }

  /**
   * Rules that are compiled.
   *
   * @param database the rules
   */
  public SearchRules(Database database) {
    this.compiler = () -> database;
    this.texts = new RuleTexts();
    for (RuleInfo rule : database.rules()) {
      texts.add(rule.id(), rule.pattern());
    }
  }

  /**
   * The rules for the CPU.
   *
   * @return the same each time
   * @throws InterruptedException if the thread is interrupted while they are compiled
   */
  public synchronized Database database() throws InterruptedException {
    if (database == null) {
      database = compiler.compile();
    }
    return database;
  }

  RuleTexts texts() {
    return texts;
  }
}

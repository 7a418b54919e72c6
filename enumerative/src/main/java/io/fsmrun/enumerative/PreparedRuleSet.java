package io.fsmrun.enumerative;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A ruleset made executable on one back end. Shared by threads; it keeps one idle session per
 * component, with what that session has learnt.
 */
public final class PreparedRuleSet {

  private final RuleSet rules;
  private final Backend backend;
  private final List<Engine> engines;
  private final AtomicReferenceArray<Session> idle;
  private final AtomicReferenceArray<Decoder> decoders;
  private final AtomicLong pairsToKeep = new AtomicLong(Decoder.MOST_KEPT);

  /**
   * Prepares every component.
   *
   * @param rules the ruleset
   * @param backend where it shall run
   */
  public PreparedRuleSet(RuleSet rules, Backend backend) {
    this.rules = rules;
    this.backend = backend;
    List<Engine> list = new ArrayList<>(rules.size());
    for (RuleSet.Component component : rules.components()) {
      list.add(backend.prepare(component.automaton()));
    }
    this.engines = List.copyOf(list);
    this.idle = new AtomicReferenceArray<>(engines.size());
    this.decoders = new AtomicReferenceArray<>(engines.size());
  }

  /**
   * The ruleset.
   *
   * @return the rules
   */
  public RuleSet rules() {
    return rules;
  }

  /**
   * The name of the back end.
   *
   * @return {@link Backend#name()}
   */
  public String backendName() {
    return backend.name();
  }

  Backend backend() {
    return backend;
  }

  /** Tells the states of a component apart; null for a position automaton. Made when asked for. */
  Decoder decoder(int component) {
    Decoder decoder = decoders.get(component);
    if (decoder == null && rules.automaton(component) instanceof Dfa dfa) {
      decoders.compareAndSet(component, null, new Decoder(dfa, pairsToKeep));
      decoder = decoders.get(component);
    }
    return decoder;
  }

  Session takeSession(int component) {
    Session session = idle.getAndSet(component, null);
    return session != null ? session : engines.get(component).newSession();
  }

  void giveBack(int component, Session session) {
    idle.set(component, session);
  }
}

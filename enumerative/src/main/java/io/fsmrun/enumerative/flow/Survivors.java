package io.fsmrun.enumerative.flow;

import io.fsmrun.core.state.StateSet;

/**
 * What is known of the configuration at a cut: bounds of the active states.
 *
 * <p>For a deterministic automaton {@code certain} is empty and the state is one of {@code
 * possible}. For a nondeterministic one the active states hold all of {@code certain} and are all
 * in {@code possible}.
 *
 * @param certain states that are certainly active
 * @param possible all states that may be active, the certain ones among them
 */
public record Survivors(StateSet certain, StateSet possible) {}

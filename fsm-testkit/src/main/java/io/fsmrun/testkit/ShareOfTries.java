package io.fsmrun.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Has each property tried on a share of the seeds that it names, new ones in each run. The system
 * property {@value #PROPERTY} is that share in percent; without it all are tried.
 */
public final class ShareOfTries implements AroundPropertyHook {

  static final String PROPERTY = "fsmrun.tries";

  /** Properties that name no more than this are dear, and few: all are tried. */
  private static final int FEW = 20;

  private static final int PERCENT = Integer.getInteger(PROPERTY, 100);

  /** Called by jqwik, once for each property. */
  public ShareOfTries() {}

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    context
        .attributes()
        .tries()
        .ifPresent(all -> context.attributes().setTries(share(all, PERCENT)));
    return property.execute();
  }

  static int share(int all, int percent) {
    return Math.max(Math.min(all, FEW), (int) ((long) all * percent / 100));
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}

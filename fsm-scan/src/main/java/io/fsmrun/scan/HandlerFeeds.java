package io.fsmrun.scan;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * The code that calls the handlers of a class, which has a copy of its own.
 *
 * <p>Where code calls handlers of more than two classes the virtual machine looks each call up in a
 * table and compiles no handler into the loop: a ruleset that reports at every second byte was
 * scanned at half its speed for the third class of a process. So each class of handlers gets a copy
 * of the loops, a {@linkplain MethodHandles.Lookup#defineHiddenClass hidden class}, which sees no
 * others. The first class takes the original, as most processes have only one. Classes beyond a
 * limit share a copy, in case somebody makes classes of handlers without end.
 *
 * <p>Safe for use by any number of threads.
 */
final class HandlerFeeds {

  /** Classes that have code of their own. */
  private static final int MOST = 64;

  private static final HandlerFeeds ALL = new HandlerFeeds(MOST);

  private final int most;
  private final ReportFeed original = new CopiedFeed();
  private final ClassValue<ReportFeed> feeds =
      new ClassValue<>() {
        @Override
        protected ReportFeed computeValue(Class<?> handlers) {
          return next();
        }
      };
  private int classes;
  private ReportFeed last = original;

  /** Code for so many classes, the last of which shares its own with all that come later. */
  HandlerFeeds(int most) {
    this.most = most;
  }

  /** The code for a handler, the same for all of its class. */
  static ReportFeed of(MatchHandler handler) {
    return ALL.feed(handler);
  }

  ReportFeed feed(MatchHandler handler) {
    return feeds.get(handler.getClass());
  }

  private synchronized ReportFeed next() {
    if (classes > 0 && classes < most) {
      last = copy();
    }
    classes++;
    return last;
  }

  /** A copy of the code; the original where the virtual machine makes no classes while it runs. */
  private ReportFeed copy() {
    try (InputStream in = CopiedFeed.class.getResourceAsStream("CopiedFeed.class")) {
      if (in == null) {
        return original;
      }
      Class<?> copied =
          MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      return (ReportFeed) copied.getDeclaredConstructor().newInstance();
    } catch (IOException | ReflectiveOperationException | UnsupportedOperationException e) {
      return original;
    }
  }
}

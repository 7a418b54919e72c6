package io.fsmrun.scan;

import io.fsmrun.core.engine.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The back ends on the class path, found by {@link ServiceLoader}. */
public final class Backends {

  private Backends() {}

  /**
   * Finds a back end by its name.
   *
   * @param name such as {@code cpu} or {@code ap}
   * @return the back end, if it is there
   */
  public static Optional<Backend> named(String name) {
    for (Backend backend : ServiceLoader.load(Backend.class)) {
      if (backend.name().equals(name)) {
        return Optional.of(backend);
      }
    }
    return Optional.empty();
  }

  /**
   * The names of all back ends.
   *
   * @return sorted names
   */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Backend backend : ServiceLoader.load(Backend.class)) {
      names.add(backend.name());
    }
    names.sort(null);
    return List.copyOf(names);
  }
}

package io.fsmrun.cli;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of modules: which may depend on which, and on whose code. Every arrow that is not in it
 * is forbidden.
 *
 * @param modules the table, by package below {@code io.fsmrun}
 */
record Arrows(Map<String, Module> modules) {

  private static final String ROOT = "io.fsmrun.";
  private static final String FASTUTIL = "it.unimi.dsi.fastutil.";
  private static final String ANY_LIBRARY = "";

  /** Packages of the JDK; not all of {@code javax} is. */
  private static final Set<String> JDK =
      Set.of("java.", "jdk.incubator.vector.", "javax.xml.", "javax.imageio.", "org.w3c.dom.");

  /**
   * A row of the table.
   *
   * @param artifact name of the Maven artifact
   * @param modules the modules it may use, by package
   * @param libraries packages of other people's code that it may use
   */
  record Module(String artifact, Set<String> modules, Set<String> libraries) {}

  /** The table of the project. */
  static Arrows ofTheProject() {
    // Whoever may use the core may use the collections that the core speaks.
    Set<String> collections = Set.of(FASTUTIL);
    return new Arrows(
        Map.ofEntries(
            row("core", "fsm-core", Set.of(), collections),
            row("testkit", "fsm-testkit", Set.of("core"), Set.of(FASTUTIL, "net.jqwik.")),
            row("regex", "regex-compiler", Set.of("core"), Set.of(FASTUTIL, "dk.brics.automaton.")),
            row(
                "ap",
                "ap-emulator",
                Set.of("core"),
                Set.of(FASTUTIL, "javax.xml.stream.", "tools.jackson.core.")),
            row("enumerative", "enumerative", Set.of("core"), collections),
            row("profile", "cse-profiler", Set.of("core", "enumerative"), collections),
            row("cpu", "cpu-engine", Set.of("core", "enumerative"), collections),
            row("gpu", "gpu-backend", Set.of("core", "enumerative"), Set.of(FASTUTIL, "jcuda.")),
            row("suite", "regex-suite", Set.of("core", "regex"), collections),
            row("scan", "fsm-scan", Set.of("core", "regex", "enumerative", "cpu"), collections),
            row("bench", "benchmarks-anmlzoo", allBut("cli"), Set.of(ANY_LIBRARY)),
            row(
                "cli",
                "fsmrun",
                allBut(),
                Set.of(
                    FASTUTIL,
                    "picocli.",
                    "tools.jackson.",
                    "me.tongfei.progressbar.",
                    "org.jfree.",
                    "org.apache.batik.",
                    "org.eclipse.elk.",
                    "org.eclipse.emf."))));
  }

  private static Set<String> allBut(String... packages) {
    Set<String> all =
        new HashSet<>(
            Set.of(
                "core",
                "testkit",
                "regex",
                "ap",
                "enumerative",
                "profile",
                "cpu",
                "gpu",
                "suite",
                "scan",
                "bench",
                "cli"));
    all.removeAll(Set.of(packages));
    return all;
  }

  private static Map.Entry<String, Module> row(
      String name, String artifact, Set<String> modules, Set<String> libraries) {
    return Map.entry(name, new Module(artifact, modules, libraries));
  }

  /** The same table without one arrow. */
  Arrows without(String from, String to) {
    Module row = modules.get(from);
    Set<String> fewer = new HashSet<>(row.modules());
    fewer.remove(to);
    Map<String, Module> changed = new HashMap<>(modules);
    changed.put(from, new Module(row.artifact(), fewer, row.libraries()));
    return new Arrows(changed);
  }

  /** What ArchUnit checks each class against. */
  ArchCondition<JavaClass> condition() {
    return new ArchCondition<>("only use what the table of modules allows") {
      @Override
      public void check(JavaClass origin, ConditionEvents events) {
        for (String problem : problems(origin)) {
          events.add(SimpleConditionEvent.violated(origin, problem));
        }
      }
    };
  }

  private List<String> problems(JavaClass origin) {
    List<String> problems = new ArrayList<>();
    Module row = modules.get(moduleOf(origin.getName()));
    if (row == null) {
      problems.add(origin.getName() + " belongs to no module of the table");
      return problems;
    }
    for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
      String target = dependency.getTargetClass().getBaseComponentType().getName();
      if (!isAllowed(moduleOf(origin.getName()), row, target)) {
        problems.add(dependency.getDescription());
      }
    }
    return problems;
  }

  private boolean isAllowed(String own, Module row, String target) {
    if (JDK.stream().anyMatch(target::startsWith) || !target.contains(".")) {
      return true; // The JDK, and primitive types.
    }
    if (target.startsWith(ROOT)) {
      String module = moduleOf(target);
      return module.equals(own) || row.modules().contains(module);
    }
    return row.libraries().stream().anyMatch(target::startsWith);
  }

  /** The package below io.fsmrun, empty if it is none. */
  static String moduleOf(String className) {
    String rest = className.startsWith(ROOT) ? className.substring(ROOT.length()) : "";
    return rest.contains(".") ? rest.substring(0, rest.indexOf('.')) : rest;
  }
}

package io.fsmrun.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The module descriptors: who requires one module sees all types of the signatures that it exports.
 *
 * @param modules what each descriptor says, by name of the module
 */
record Descriptors(Map<String, Descriptor> modules) {

  /** Packages of other people's code, with the module they are in. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "it.unimi.dsi.fastutil", "it.unimi.dsi.fastutil",
          "dk.brics.automaton", "automaton",
          "jcuda", "jcuda",
          "tools.jackson.core", "tools.jackson.core",
          "javax.xml", "java.xml",
          "jdk.incubator.vector", "jdk.incubator.vector");

  /**
   * A descriptor.
   *
   * @param passedOn modules that who requires this one sees, too
   * @param exports packages
   */
  record Descriptor(Set<String> passedOn, Set<String> exports) {}

  /** The descriptors of the project. */
  static Descriptors ofTheProject() {
    Map<String, Descriptor> modules = new TreeMap<>();
    for (Arrows.Module module : Arrows.ofTheProject().modules().values()) {
      Path file = Path.of("..", module.artifact(), "src", "module", "java", "module-info.java");
      if (Files.exists(file)) {
        try {
          String text = Files.readString(file);
          modules.put(
              found(text, "module ([\\w.]+) \\{").iterator().next(),
              new Descriptor(
                  found(text, "requires transitive ([\\w.]+);"),
                  found(text, "exports ([\\w.]+);")));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return new Descriptors(modules);
  }

  private static Set<String> found(String text, String pattern) {
    Set<String> found = new LinkedHashSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** The same descriptors, one of which passes one module fewer on. */
  Descriptors without(String module, String other) {
    Set<String> fewer = new LinkedHashSet<>(modules.get(module).passedOn());
    fewer.remove(other);
    Map<String, Descriptor> changed = new TreeMap<>(modules);
    changed.put(module, new Descriptor(fewer, modules.get(module).exports()));
    return new Descriptors(changed);
  }

  /** What users of a module cannot name, though what it exports uses it; ordered. */
  Set<String> hidden(Collection<JavaClass> classes) {
    Set<String> hidden = new TreeSet<>();
    for (JavaClass from : classes) {
      String module = moduleOf(from.getPackageName());
      if (!isVisible(from) || !exports(module, from)) {
        continue;
      }
      Set<String> seen = seenThrough(module);
      signatures(from)
          .flatMap(type -> type.getAllInvolvedRawTypes().stream())
          .map(JavaClass::getBaseComponentType)
          .filter(type -> !isSeen(type, seen))
          .forEach(type -> hidden.add(module + ": " + from.getName() + " uses " + type.getName()));
    }
    return hidden;
  }

  private boolean isSeen(JavaClass type, Set<String> seen) {
    String module = moduleOf(type.getPackageName());
    return module.isEmpty()
        || seen.contains(module) && (!modules.containsKey(module) || exports(module, type));
  }

  private boolean exports(String module, JavaClass type) {
    return modules.containsKey(module)
        && modules.get(module).exports().contains(type.getPackageName());
  }

  /** A module, and all that it passes on. */
  private Set<String> seenThrough(String module) {
    Set<String> seen = new LinkedHashSet<>();
    addSeen(module, seen);
    return seen;
  }

  private void addSeen(String module, Set<String> seen) {
    if (seen.add(module) && modules.containsKey(module)) {
      modules.get(module).passedOn().forEach(other -> addSeen(other, seen));
    }
  }

  /** Empty for java.base. */
  private static String moduleOf(String name) {
    if (name.startsWith("io.fsmrun.")) {
      return "io.fsmrun." + Arrows.moduleOf(name + ".");
    }
    return LIBRARIES.entrySet().stream()
        .filter(library -> (name + ".").startsWith(library.getKey() + "."))
        .map(Map.Entry::getValue)
        .findAny()
        .orElse("");
  }

  private static boolean isVisible(JavaClass type) {
    return isOpen(type.getModifiers())
        && type.getEnclosingClass().map(Descriptors::isVisible).orElse(true);
  }

  private static boolean isOpen(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaType> signatures(JavaClass type) {
    Stream<JavaType> parents =
        Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
    return Stream.concat(
        parents,
        type.getMembers().stream()
            .filter(member -> isOpen(member.getModifiers()))
            .flatMap(Descriptors::signature));
  }

  private static Stream<JavaType> signature(JavaMember member) {
    if (member instanceof JavaField field) {
      return Stream.of(field.getType());
    }
    JavaCodeUnit code = (JavaCodeUnit) member;
    return Stream.concat(
        Stream.concat(Stream.of(code.getReturnType()), code.getParameterTypes().stream()),
        code.getExceptionTypes().stream());
  }
}

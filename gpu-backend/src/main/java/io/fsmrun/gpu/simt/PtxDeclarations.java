package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.PtxVariable.Contents;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads declarations of variables and parameters. */
final class PtxDeclarations {

  private final PtxCursor cursor;

  PtxDeclarations(PtxCursor cursor) {
    this.cursor = cursor;
  }

  /** One declaration, which may be of many variables, the state space being the next word. */
  List<PtxVariable> variables() {
    PtxSpace space = PtxSpace.of(cursor.word().substring(1));
    Shape shape = shape();
    List<PtxVariable> variables = new ArrayList<>();
    do {
      variables.add(variable(space, shape));
    } while (cursor.accept(","));
    cursor.expect(";");
    return variables;
  }

  /** Parameters in parentheses. */
  List<PtxVariable> parameters() {
    List<PtxVariable> parameters = new ArrayList<>();
    if (!cursor.accept("(")) {
      return parameters;
    }
    while (!cursor.accept(")")) {
      cursor.expect(".param");
      parameters.add(variable(PtxSpace.PARAM, shape()));
      cursor.accept(",");
    }
    return parameters;
  }

  /** How big one element is, and how it is aligned. */
  private record Shape(int align, int bytes) {}

  private Shape shape() {
    int align = 0;
    int bytes = 0;
    int parts = 1;
    while (cursor.peek().text().startsWith(".")) {
      String word = cursor.word().substring(1);
      switch (word) {
        case "align" -> align = Math.max(align, bytes == 0 ? cursor.smallNumber() : skipNumber());
        case "v2" -> parts = 2;
        case "v4" -> parts = 4;
        case "ptr", "global", "const", "shared", "local", "managed" -> {}
        case "attribute" -> attribute();
        default -> {
          PtxType type = PtxType.of(word);
          if (type == null || type.isPredicate()) {
            throw cursor.error("unknown in a declaration: ." + word);
          }
          bytes = type.bytes();
        }
      }
    }
    if (bytes == 0) {
      throw cursor.error("a declaration without a type");
    }
    return new Shape(Math.max(align, bytes * parts), bytes * parts);
  }

  /** The alignment of what a parameter points to, which says nothing of the parameter. */
  private int skipNumber() {
    cursor.smallNumber();
    return 0;
  }

  private void attribute() {
    cursor.expect("(");
    while (!cursor.accept(")")) {
      cursor.next();
    }
  }

  private PtxVariable variable(PtxSpace space, Shape shape) {
    int line = cursor.line();
    String name = cursor.word();
    long bytes = shape.bytes();
    while (cursor.accept("[")) {
      bytes *= cursor.at("]") ? 0 : cursor.smallNumber();
      cursor.expect("]");
    }
    if (bytes < 0 || bytes > Integer.MAX_VALUE) {
      throw cursor.error("variable too large: " + name);
    }
    Contents initial = Contents.NONE;
    if (cursor.accept("=")) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      initial(shape, out);
      initial = Contents.of(out.toByteArray());
      if (initial.text().length() > bytes) {
        throw cursor.error("initialiser longer than its variable: " + name);
      }
    }
    return new PtxVariable(name, space, shape.align(), (int) bytes, initial, line);
  }

  /** Nested braces must be full but for the last ones, as the compiler writes them. */
  private void initial(Shape shape, ByteArrayOutputStream out) {
    if (cursor.accept("{")) {
      while (!cursor.accept("}")) {
        initial(shape, out);
        cursor.accept(",");
      }
      return;
    }
    if (cursor.peek().isWord()) {
      throw cursor.error("an initialiser that is an address is not supported");
    }
    long value = cursor.number();
    for (int i = 0; i < shape.bytes(); i++) {
      out.write((int) (value >>> 8 * i));
    }
  }
}

package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a module as nvcc writes it. Functions other than kernels are left out; instructions are not
 * judged. Time linear in the text.
 *
 * <p>Source: PTX ISA 9.0, sections 4 (syntax), 5 (state spaces, types, variables) and 11
 * (directives).
 */
final class PtxParser {

  private final PtxCursor cursor;
  private final PtxDeclarations declarations;
  private final Map<String, PtxVariable> variables = new HashMap<>();
  private final List<PtxVariable> global = new ArrayList<>();
  private final List<PtxKernel> kernels = new ArrayList<>();
  private int target;

  private PtxParser(String text) {
    cursor = new PtxCursor(text);
    declarations = new PtxDeclarations(cursor);
  }

  /**
   * Reads a module.
   *
   * @throws DeviceException if the text is not one; the message names the line
   */
  static PtxModule parse(String text) {
    PtxParser parser = new PtxParser(text);
    while (!parser.cursor.atEnd()) {
      parser.directive();
    }
    return new PtxModule(parser.target, List.copyOf(parser.global), List.copyOf(parser.kernels));
  }

  private void directive() {
    String word = cursor.peek().text();
    switch (word) {
      case ".visible", ".extern", ".weak", ".common", ";" -> cursor.next();
      case ".version", ".address_size", ".file", ".loc" -> cursor.skipLine();
      case ".target" -> target();
      case ".pragma", ".alias", ".func", ".section" -> cursor.skipStatement();
      case ".global", ".const", ".shared" -> {
        for (PtxVariable variable : declarations.variables()) {
          variables.put(variable.name(), variable);
          if (variable.space() != PtxSpace.SHARED) {
            global.add(variable);
          }
        }
      }
      case ".entry" -> entry();
      default -> throw cursor.error("unknown directive: " + word);
    }
  }

  private void target() {
    cursor.next();
    String name = cursor.word();
    int digits = 3;
    while (digits < name.length() && Character.isDigit(name.charAt(digits))) {
      digits++;
    }
    if (!name.startsWith("sm_") || digits == 3) {
      throw cursor.error("unknown target: " + name);
    }
    target = Integer.parseInt(name.substring(3, digits));
    while (cursor.accept(",")) {
      cursor.word();
    }
  }

  private void entry() {
    cursor.expect(".entry");
    String name = cursor.word();
    List<PtxVariable> parameters = declarations.parameters();
    int maximumThreads = 0;
    while (!cursor.at("{")) {
      String word = cursor.word();
      switch (word) {
        case ".maxntid", ".reqntid" -> maximumThreads = product();
        case ".minnctapersm", ".maxnctapersm", ".maxnreg" -> product();
        case ".noreturn" -> {}
        case ".pragma" -> cursor.skipStatement();
        default -> throw cursor.error("unknown directive of a kernel: " + word);
      }
    }
    kernels.add(
        new PtxBodyParser(cursor, declarations, variables, parameters).parse(name, maximumThreads));
  }

  private int product() {
    int product = cursor.smallNumber();
    while (cursor.accept(",")) {
      product *= cursor.smallNumber();
    }
    return product;
  }
}

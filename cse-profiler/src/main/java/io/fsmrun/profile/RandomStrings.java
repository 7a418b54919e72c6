package io.fsmrun.profile;

import java.util.SplittableRandom;

/** Makes random strings of bytes as the symbol model has them. */
final class RandomStrings {

  private RandomStrings() {}

  /** The strings, one array each; the same for the same model and options. */
  static byte[][] of(SymbolModel symbols, SampleOptions options) {
    SymbolModel.Sampler sampler = symbols.byteSampler();
    SplittableRandom random = new SplittableRandom(options.seed());
    byte[][] strings = new byte[options.strings()][options.length()];
    for (byte[] string : strings) {
      for (int i = 0; i < string.length; i++) {
        string[i] = (byte) sampler.draw(random);
      }
    }
    return strings;
  }
}

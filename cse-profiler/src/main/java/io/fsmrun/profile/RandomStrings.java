package io.fsmrun.profile;

import java.util.SplittableRandom;

/** Makes random strings of bytes as the symbol model has them. */
final class RandomStrings {

  private RandomStrings() {}

  /** The strings, one array each; the same for the same model and options. */
  static byte[][] of(SymbolModel symbols, SampleOptions options) {
    SymbolModel.Sampler sampler = symbols.byteSampler();
    byte[][] strings = new byte[options.strings()][options.length()];
    for (int number = 0; number < strings.length; number++) {
      // Seeded one by one, so that longer strings begin as shorter ones do.
      SplittableRandom random = new SplittableRandom(options.seed() * 0x9E3779B97F4A7C15L + number);
      for (int i = 0; i < options.length(); i++) {
        strings[number][i] = (byte) sampler.draw(random);
      }
    }
    return strings;
  }
}

package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** For each set of each factor's string, the bits that its members share. Immutable. */
final class SharedBits {

  private final byte[][] masks;
  private final byte[][] members;

  SharedBits(List<Factor> factors) {
    this.masks = new byte[factors.size()][];
    this.members = new byte[factors.size()][];
    Map<SymbolSet, Integer> known = new HashMap<>();
    for (int f = 0; f < masks.length; f++) {
      List<SymbolSet> string = factors.get(f).string();
      masks[f] = new byte[string.size()];
      members[f] = new byte[string.size()];
      for (int i = 0; i < masks[f].length; i++) {
        int both = known.computeIfAbsent(string.get(i), SharedBits::bits);
        masks[f][i] = (byte) (both >>> Byte.SIZE);
        members[f][i] = (byte) both;
      }
    }
  }

  /** Shared bits above, a member below. */
  private static int bits(SymbolSet set) {
    return set.isEmpty() ? 0 : FactorTable.mask(set) << Byte.SIZE | FactorTable.member(set);
  }

  byte[] masks(int factor) {
    return masks[factor];
  }

  byte[] members(int factor) {
    return members[factor];
  }
}

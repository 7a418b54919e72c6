package io.fsmrun.cpu.token;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cores of a program as a prefix tree: cores that begin alike share nodes. Tells by node which
 * states of the automaton in the making stand for it, which the maker enters. Read only once that
 * is done.
 */
final class CoreTrie {

  private final Map<Key, Node> nodes = new LinkedHashMap<>();

  /** By bit the node that it says to be done. */
  private final Node[] done;

  private record Key(Node parent, int lead, boolean bare, TokenElement element) {}

  /** The first tokens of some cores. */
  static final class Node {
    private final Key key;

    /** The bits that say that they are done, in cores that go on. */
    final IntArrayList bits = new IntArrayList();

    /** The states behind the last token, by delimiters since; the last one for more, too. */
    final IntArrayList between = new IntArrayList();

    /** The states in the last token. */
    final IntArrayList inside = new IntArrayList();

    /** Per state inside, the predicates' state, or {@link TokenUnionStates#ANY}. */
    final IntArrayList predicates = new IntArrayList();

    /** The states inside at which the last token may end. */
    final IntArrayList accepting = new IntArrayList();

    /** Those with one token more. */
    final List<Node> children = new ArrayList<>();

    /** Delimiters that are told apart behind it; the last number stands for more, too. */
    private int runs = 1;

    private Node(Key key) {
      this.key = key;
    }

    /** Without the last token; null if that is the first. */
    Node parent() {
      return key.parent();
    }

    /** Free tokens before a first token. */
    int lead() {
      return key.lead();
    }

    /** Whether the first of all tokens may be what the stream begins with. */
    boolean bare() {
      return key.bare();
    }

    /** The last token. */
    TokenElement element() {
      return key.element();
    }

    int runs() {
      return runs;
    }
  }

  /** The tree of all cores of a layout. */
  CoreTrie(ChainLayout layout) {
    done = new Node[layout.words * Long.SIZE];
    layout.placedCores.forEach(this::add);
  }

  private void add(ChainLayout.PlacedCore core) {
    Node node = null;
    for (int i = 0; i < core.elements().size(); i++) {
      TokenElement element = core.elements().get(i);
      if (node != null) {
        node.bits.add(core.bit() + i - 1);
        done[core.bit() + i - 1] = node;
        int bounded = element.maxRun() == TokenElement.UNBOUNDED ? 0 : element.maxRun() + 1;
        node.runs = Math.max(node.runs, Math.max(element.minRun(), bounded));
      }
      node = nodes.computeIfAbsent(key(node, core, element), CoreTrie::newNode);
    }
  }

  private static Node newNode(Key key) {
    Node node = new Node(key);
    if (key.parent() != null) {
      key.parent().children.add(node);
    }
    return node;
  }

  private static Key key(Node parent, ChainLayout.PlacedCore core, TokenElement element) {
    return parent == null
        ? new Key(null, core.lead(), core.bare(), element)
        : new Key(parent, 0, false, element);
  }

  /** All nodes, parents before their children. */
  Collection<Node> nodes() {
    return nodes.values();
  }

  /** The node of all tokens of a core. */
  Node nodeOf(ChainLayout.PlacedCore core) {
    Node node = null;
    for (TokenElement element : core.elements()) {
      node = nodes.get(key(node, core, element));
    }
    return node;
  }

  /** The node that a bit of a chain says to be done, or null. */
  Node done(int bit) {
    return done[bit];
  }
}

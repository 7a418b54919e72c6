package io.fsmrun.scan;

import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Chains segments in order, and hands over their reports. A segment is scanned here and now, from
 * the true state, or it was scanned from guessed states before.
 *
 * <p>Where the true states at the start of a segment are the guessed ones, what was recorded is
 * true. Where one is not, the engines scan the segment again from their true states, piece by
 * piece, until all are in the recorded ones; from there on the record is true. Equal bytes of saved
 * states mean equal states, since a session goes on from nothing else. This is re-execution as the
 * composer of enumerative strategies does it, on the level of whole engines.
 *
 * <p>Mutable, for one thread, but for {@link #guesses}.
 */
final class SegmentComposer {

  /** After so many segments whose guesses were right the next ones are taken to be, too. */
  private static final int MANY_IN_A_ROW = 4;

  private final ParallelMemory memory;
  private final EngineSessions own;
  private final BlockDelivery delivery;
  private final ParallelOptions options;
  private final LongSupplier clock;
  private final int engineCount;
  private final boolean withStarts;
  private final GuessPolicy[] policies;
  private final DenseEngines dense;

  /** Each engine's true state, unless its session stands in it. */
  private final byte[][] truth;

  private final boolean[] standing;

  /** Of the present segment: which engines' records are true now, and bytes that were not. */
  private final boolean[] isTrue;

  private final long[] wrong;
  private long again;
  private boolean usefulGuesses;

  /** How many segments in a row have begun from guesses that were all right. */
  private int rightInARow;

  private long position;
  private long segments;
  private long segmentBytes;

  /** Replaced when more is known, never changed. */
  private volatile GuessPolicy.Guess[] guesses;

  /** The same but for an engine that is left to this thread where a segment is shared. */
  private volatile GuessPolicy.Guess[] sharedGuesses;

  private long published;

  SegmentComposer(ParallelMemory memory) {
    this(memory, System::nanoTime);
  }

  /** Engines are as fast as a clock says, in nanoseconds. */
  SegmentComposer(ParallelMemory memory, LongSupplier clock) {
    Database database = memory.database();
    List<BlockEngine> engines = database.engines();
    this.memory = memory;
    this.clock = clock;
    own = memory.own();
    options = memory.options();
    delivery = new BlockDelivery(database.table(), engines, memory.reports());
    withStarts = delivery.starts() != null;
    engineCount = engines.size();
    policies = new GuessPolicy[engineCount];
    dense = memory.dense();
    truth = new byte[engineCount][];
    standing = new boolean[engineCount];
    isTrue = new boolean[engineCount];
    wrong = new long[engineCount];
    for (int e = 0; e < engineCount; e++) {
      policies[e] =
          new GuessPolicy(
              engines.get(e).name(),
              options.threads() + 1,
              options.lookBackBytes(),
              memory.usual(e));
      own.session(e).start();
      standing[e] = true;
      own.reportStarts(e, delivery.starts());
    }
  }

  void deliverTo(MatchHandler handler) {
    delivery.deliverTo(handler);
  }

  /**
   * The states from which segments to come are guessed; null for engines that do not guess, or are
   * run by this thread all along. For any thread, after the head, or after {@link #guessAtOnce}.
   */
  GuessPolicy.Guess[] guesses() {
    return guesses;
  }

  /** The same for a segment that another thread records, without the lightest engine if shared. */
  GuessPolicy.Guess[] guesses(StreamSegment segment) {
    return segment.isShared() ? sharedGuesses : guesses;
  }

  private void publish(GuessPolicy.Guess[] next) {
    GuessPolicy.Guess[] shared = next.clone();
    int lightest = dense.lightest();
    if (lightest >= 0) {
      shared[lightest] = null;
    }
    sharedGuesses = shared;
    guesses = next;
  }

  private void publishGuesses() {
    if (options.threads() == 1) {
      return;
    }
    published = position;
    GuessPolicy.Guess[] next = new GuessPolicy.Guess[engineCount];
    for (int e = 0; e < engineCount; e++) {
      policies[e].now(position, standing[e] ? own.save(e) : truth[e]);
      next[e] = dense.has(e) ? null : policies[e].guess();
    }
    publish(next);
  }

  /** Another segment is about to be scanned by this thread, with these guesses. */
  void lendSessions(GuessPolicy.Guess[] lent) {
    for (int e = 0; e < engineCount; e++) {
      if (lent[e] != null) {
        leave(e);
      }
    }
  }

  private void leave(int engine) {
    if (standing[engine]) {
      truth[engine] = own.save(engine);
      standing[engine] = false;
    }
  }

  private void stand(int engine) {
    if (!standing[engine]) {
      own.restore(engine, truth[engine], position, delivery.starts());
      standing[engine] = true;
    }
  }

  /**
   * Has segments guessed before the first bytes of the stream are scanned, from what streams were
   * like before this one.
   *
   * @param head the first bytes of the stream
   * @return false if too little is known for that
   */
  boolean guessAtOnce(StreamSegment head) {
    // States are remembered if they fit there: what happened has a distance.
    if (options.threads() == 1 || head.length() < options.checkpointBytes()) {
      return false;
    }
    GuessPolicy.Guess[] first = new GuessPolicy.Guess[engineCount];
    boolean isKnown = true;
    for (int e = 0; e < engineCount; e++) {
      policies[e].firstBytesEnd(head.end());
      first[e] = dense.has(e) ? null : policies[e].guess();
      isKnown &= dense.has(e) || first[e] != null;
    }
    if (isKnown) {
      publish(first);
    }
    return isKnown;
  }

  /**
   * Scans the first bytes of the stream, in small blocks first.
   *
   * @return false if the handler has stopped the scan
   * @throws InterruptedException if the thread is interrupted
   */
  boolean head(StreamSegment segment) throws InterruptedException {
    own.lengths().start();
    own.lend(segment);
    boolean goesOn = runNow(segment, segment.end());
    if (goesOn) {
      for (int e = 0; e < engineCount; e++) {
        policies[e].first(position, own.save(e));
      }
      publishGuesses();
    }
    return goesOn;
  }

  /** Scans by all engines, block by block. */
  private boolean runNow(StreamSegment segment, long to) throws InterruptedException {
    for (int e = 0; e < engineCount; e++) {
      stand(e);
    }
    boolean goesOn = true;
    while (position < to && goesOn) {
      checkInterrupt();
      long end = Math.min(to, position + own.lengths().next());
      delivery.startBlock(position);
      for (int e = 0; e < engineCount; e++) {
        scan(e, segment, end);
      }
      goesOn = endBlock(end);
    }
    return goesOn;
  }

  private void scan(int engine, StreamSegment segment, long end) {
    ReportBuffer reports = delivery.reports();
    int before = reports.size();
    long start = clock.getAsLong();
    own.scan(engine, segment, position, end, reports);
    long nanos = clock.getAsLong() - start;
    dense.scanned(engine, (int) (end - position), nanos, reports.size() - before);
  }

  /**
   * Scans the next segment from the true states.
   *
   * @return false if the handler has stopped the scan
   * @throws InterruptedException if the thread is interrupted
   */
  boolean scan(StreamSegment segment) throws InterruptedException {
    own.lend(segment);
    begin(segment);
    while (position < segment.end()) {
      if (!runNow(segment, own.pieceEnd(segment, position))) {
        return false;
      }
      // What is saved costs something, and where guesses hold nothing new is in it.
      if (!guessesHold() && isPublishingDue(segment)) {
        publishGuesses();
      }
    }
    for (GuessPolicy policy : policies) {
      policy.ranInTurn(segment.length());
    }
    return true;
  }

  private boolean isPublishingDue(StreamSegment segment) {
    return position == segment.end() || position - published >= options.checkpointBytes();
  }

  /**
   * Takes the next segment, which is recorded.
   *
   * @return false if the handler has stopped the scan
   * @throws InterruptedException if the thread is interrupted
   */
  boolean add(StreamSegment segment) throws InterruptedException {
    SegmentRecord record = segment.record();
    // While the bytes before are where they were: later they would have to be copied.
    for (int e = 0; e < engineCount; e++) {
      if (record.has(e)) {
        leave(e);
      }
    }
    own.lend(segment);
    begin(segment);
    boolean[] wereTrue = compare(segment);
    for (int piece = 0; position < segment.end(); piece++) {
      checkInterrupt();
      long end = own.pieceEnd(segment, position);
      boolean goesOn =
          piece < record.pieces() && isTrue(record)
              ? addPiece(segment, piece, end)
              : runAgain(segment, piece, end);
      if (!goesOn) {
        return false;
      }
    }
    end(segment, wereTrue);
    return true;
  }

  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while scanning");
    }
  }

  private void begin(StreamSegment segment) {
    segments++;
    segmentBytes += segment.length();
    usefulGuesses = true;
    for (int e = 0; e < engineCount; e++) {
      GuessPolicy policy = policies[e];
      if (policy.beginSegment()) {
        leave(e);
        boolean old = isRight(e, policy.old(), segment);
        boolean early = !old && isRight(e, policy.early(), segment);
        policy.tried(old, early);
      }
    }
  }

  /** Compares the states in which engines began with the true ones; returns which are. */
  private boolean[] compare(StreamSegment segment) {
    SegmentRecord record = segment.record();
    again = 0;
    Arrays.fill(wrong, 0);
    for (int e = 0; e < engineCount; e++) {
      isTrue[e] = false;
      if (record.has(e)) {
        int engine = e;
        isTrue[e] = record.beganIn(e, truth[e]);
        policies[e].compared(record.guess(e), isTrue[e], guess -> isRight(engine, guess, segment));
      }
    }
    return isTrue.clone();
  }

  /** Whether an engine's state where a segment begins would have been guessed from one. */
  private boolean isRight(int engine, GuessPolicy.Guess guess, StreamSegment segment) {
    return Arrays.equals(own.lookBack(engine, guess, segment), truth[engine]);
  }

  /** Whether all that is recorded from here on is true. */
  private boolean isTrue(SegmentRecord record) {
    for (int e = 0; e < engineCount; e++) {
      if (record.has(e) && !isTrue[e]) {
        return false;
      }
    }
    return true;
  }

  private boolean addPiece(StreamSegment segment, int piece, long end) throws InterruptedException {
    SegmentRecord record = segment.record();
    boolean goesOn;
    if (isComplete(record)) {
      goesOn = delivery.deliverSorted(record.reader(piece), position, end);
      position = end;
    } else {
      goesOn = merge(segment, piece, end);
    }
    for (int e = 0; e < engineCount; e++) {
      if (record.has(e)) {
        truth[e] = record.state(e, piece);
        standing[e] = false;
      }
    }
    return goesOn;
  }

  /** Whether the reports that are recorded are all there are, and nothing has to go with them. */
  private boolean isComplete(SegmentRecord record) {
    boolean complete = !withStarts;
    for (int e = 0; e < engineCount; e++) {
      complete &= record.has(e);
    }
    return complete;
  }

  /** Adds what is recorded to what the other engines find now. */
  private boolean merge(StreamSegment segment, int piece, long end) throws InterruptedException {
    SegmentRecord record = segment.record();
    PackedReports.Reader recorded = record.reader(piece);
    boolean waits = recorded.next();
    boolean goesOn = true;
    while (position < end && goesOn) {
      checkInterrupt();
      long blockEnd = Math.min(end, position + own.lengths().next());
      delivery.startBlock(position);
      for (int e = 0; e < engineCount; e++) {
        if (!record.has(e)) {
          stand(e);
          scan(e, segment, blockEnd);
        }
      }
      while (waits && recorded.end(recorded.index()) <= blockEnd) {
        add(recorded, record.startOf(recorded.index()));
        waits = recorded.next();
      }
      goesOn = endBlock(blockEnd);
    }
    return goesOn;
  }

  /** Adds a report that is recorded. */
  private void add(PackedReports.Reader recorded, long start) {
    int rule = recorded.rule(recorded.index());
    long end = recorded.end(recorded.index());
    delivery.reports().add(rule, end);
    if (start != MatchHandler.NO_START) {
      delivery.starts().add(rule, end, start);
    }
  }

  /** Hands over what was found in the block that ends here; false if the handler wants no more. */
  private boolean endBlock(long end) {
    own.lengths().scanned((int) (end - position), delivery.reports().size());
    position = end;
    return delivery.endBlock(end);
  }

  /** Scans a piece again, whose record is not true or not there. */
  private boolean runAgain(StreamSegment segment, int piece, long end) throws InterruptedException {
    long length = end - position;
    if (!runNow(segment, end)) {
      return false;
    }
    SegmentRecord record = segment.record();
    boolean recorded = piece < record.pieces();
    again += length;
    for (int e = 0; e < engineCount; e++) {
      if (record.has(e) && !(recorded && isTrue[e])) {
        wrong[e] += length;
        isTrue[e] = recorded && Arrays.equals(own.save(e), record.state(e, piece));
      }
    }
    return true;
  }

  private void end(StreamSegment segment, boolean[] wereTrue) {
    for (int e = 0; e < engineCount; e++) {
      if (segment.record().has(e)) {
        usefulGuesses &= policies[e].guessed(wereTrue[e], wrong[e], again, segment.length());
      } else {
        policies[e].ranInTurn(segment.length());
      }
    }
    rightInARow = again == 0 ? rightInARow + 1 : 0;
    publishGuesses();
  }

  /** Whether guesses have been right for a while, so that hardly any state will be compared. */
  boolean guessesHold() {
    return rightInARow >= MANY_IN_A_ROW;
  }

  /** Whether the guesses of the last segment saved work, if there were any. */
  boolean hadUsefulGuesses() {
    return usefulGuesses;
  }

  /**
   * Ends the stream.
   *
   * @param last holds what comes before the end
   * @return false if the handler has stopped the scan
   */
  boolean finish(StreamSegment last) {
    delivery.startBlock(position);
    for (int e = 0; e < engineCount; e++) {
      if (segments > 0 && options.threads() > 1 && memory.usual(e).isWanted()) {
        remember(e);
      }
      stand(e);
      own.session(e).finish(last.bytes(), last.index(position), position, delivery.reports());
    }
    return delivery.endStream();
  }

  /** Lets go of the bytes of the stream, wherever that has ended. */
  void end() {
    for (GuessPolicy policy : policies) {
      policy.end();
    }
    own.takeBack();
  }

  /** Keeps the state that an engine is in for the next stream, if it can be used near the start. */
  private void remember(int engine) {
    leave(engine);
    try {
      own.restore(engine, truth[engine], options.checkpointBytes(), null);
      memory.usual(engine).remember(truth[engine]);
    } catch (DamagedDataException e) {
      // Something happened so long ago that it would have been before the start.
    }
  }

  ParallelStatistics statistics() {
    List<ParallelStatistics.Engine> engines = new ArrayList<>();
    for (GuessPolicy policy : policies) {
      engines.add(policy.statistics());
    }
    return new ParallelStatistics(segments, segmentBytes, engines);
  }
}

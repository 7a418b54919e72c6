package io.fsmrun.cpu.choice;

/**
 * Decides by the clock. Searching is what is expected to be best; where it is slow, the automaton
 * is tried ({@link TrialSchedule}). What it meets it remembers, so that it may become faster by
 * being tried. While it runs, the search is tried again and again ({@link ProbeSchedule}). So where
 * one of the two stays better, nearly all is done by it.
 *
 * <p>A search that is slow is asked about again every 0.4 milliseconds, inside a block too, so that
 * the automaton takes over as soon as it is there.
 */
public final class MeasuredChoice implements TechniqueChoice {

  /**
   * A search that costs no more, in nanoseconds per byte, is never much slower than an automaton.
   */
  static final double FAST_NANOS = 1;

  /**
   * One that costs no more is hardly four times as slow: a trial in vain, of what is all new to the
   * automaton, would lose more than waiting. One that costs twice as much is urgent.
   */
  private static final double BEARABLE_NANOS = 2;

  private static final double URGENT_NANOS = 2 * BEARABLE_NANOS;

  /** Slow search that is bearable counts for so much, so that it is tried against in the end. */
  private static final double LEAST_URGENCY = 0.05;

  /**
   * Searching will cost this part or less of what it does while loops are tried: trials take a
   * third of the time, and what is used beside them is slower. Where the automaton took over by
   * what searching cost then, loops were hardly ever called, and took seconds to be compiled.
   */
  private static final double OF_TRIED_SEARCH = 0.5;

  /** What a technique costs is taken over so many nanoseconds at least. */
  private static final long WINDOW = 30_000;

  /**
   * After so many nanoseconds for other things the caches may be theirs. The windows that are not
   * believed then take less, unless searching gets faster from one to the next ({@link WarmUp}).
   */
  private static final long IDLE = 200_000;

  /** A probe is enough if it took {@link #WINDOW}, or searched so many bytes. */
  private static final int PROBE_BYTES = 1 << 12;

  /** After so many bytes a trial in vain is over, however little it cost. */
  private static final int TRIAL_BYTES = 1 << 18;

  /**
   * A thread that took so many nanoseconds from one question to the next, and so much longer than
   * all of the trial before, had to wait, for all that is known: questions are asked after twice as
   * many bytes each time. That is forgiven once a trial: it does not decide, but counts where the
   * time of all trials is bounded.
   */
  private static final long STOPPED = TrialSchedule.FIRST_TRIAL;

  private static final int STOPPED_FACTOR = 2;

  /** What was put off was much less than it was taken for if it took this part of that time. */
  private static final int MUCH_LESS = 2;

  /** While that is slow, so long is searched, in nanoseconds, before anything is decided anew. */
  private static final long PART_NANOS = 400_000;

  /** The same as a part of the wait for the next trial, if that is more. */
  private static final int PARTS_OF_WAIT = 8;

  /** The same while searching is only tried, and the most bytes then. */
  private static final long TRIED_NANOS = 100_000;

  private static final int TRIED_BYTES = 1 << 13;

  /** The same while the code that searches is new: it is to be compiled. */
  private static final long NEW_TRIED_NANOS = 5_000_000;

  private static final int NEW_TRIED_BYTES = 1 << 16;

  /** So many bytes are searched before it is known how long searching takes, and at least. */
  private static final int FIRST_PART_BYTES = 1 << 8;

  private static final int LEAST_PART_BYTES = 1 << 9;

  private static final int MOST_PART_BYTES = 1 << 30;

  /**
   * A search that learns will be faster, and is not judged, for so many bytes in all. Whether it
   * still learns is asked after so many.
   */
  private static final long MOST_LEARNED_BYTES = 1 << 18;

  private static final int LEARNING_PART_BYTES = 1 << 14;

  /** Some search so many bytes faster if they come together. */
  private static final int WHOLE_CHUNK = 1 << 12;

  /**
   * Only an automaton that has run so long, in nanoseconds, is taken to be better for this input;
   * one that is left sooner was tried in vain.
   */
  private static final long SETTLED = 10_000_000;

  /** What the automaton usually costs is told by about so many windows. */
  private static final int USUAL_WINDOWS = 8;

  /**
   * A block that the automaton gives up is no reason to leave it if it cost no more than the
   * automaton has gained, of which so much counts, in nanoseconds.
   */
  private static final long MOST_GAINED = 10_000_000;

  /** What is being done. */
  private enum Phase {
    /** Searching, which is as good as anything as far as is known. */
    SEARCHING,
    /** Running the automaton, until that has cost less than searching would have, or too much. */
    TRYING,
    /** Running the automaton, which is better. */
    RUNNING,
    /** Searching for a little, to see whether that is better by now. */
    PROBING
  }

  /** The clock may stand still while few bytes are searched. */
  private static final double LEAST_NANOS = 1e-3;

  private final Ledger ledger;
  private final WarmUp warmUp = new WarmUp();
  private final SearchLevel level = new SearchLevel();
  private final TrialSchedule trials;
  private final ProbeSchedule probes;
  private Phase phase = Phase.SEARCHING;

  /** Nanoseconds per byte; infinite before it is known. */
  private double searchNanos = Double.POSITIVE_INFINITY;

  /** The same of what was searched last; 0 at first. */
  private double lastNanos;

  private double lastWindow;
  private double automatonNanos;

  /** The same of the automaton over some of its last windows. */
  private double usualNanos;

  /** What was searched, and what the automaton has run, since it was last looked at. */
  private long windowBytes;

  private long windowNanos;
  private long runBytes;
  private long runNanos;

  /** What the block that is run had taken when that was last asked. */
  private long askedNanos;

  /** For how long the thread seems to have stood still in this trial, and in this block of it. */
  private long stoppedNanos;

  private long stoppedInBlock;

  private boolean lastRunWorse;

  /** Bytes of the block that is run that were done when that was last asked. */
  private int askedBytes;

  /** What the automaton has cost where it was tried in vain, per byte, at least. */
  private double newNanos = Double.POSITIVE_INFINITY;

  /** How long the automaton has run since it was found better. */
  private long betterNanos;

  /** What that has gained, in nanoseconds, less what blocks cost that it gave up. */
  private long gainedNanos;

  /** Whether the automaton was ever tried. */
  private boolean tried;

  /** Bytes of which it does not count how long searching them took. */
  private long learnedBytes;

  /** Whether the last bytes were some of them. */
  private boolean learning;

  /**
   * A choice that begins with searching.
   *
   * @param ledger the engine's
   */
  public MeasuredChoice(Ledger ledger) {
    this.ledger = ledger;
    this.trials = new TrialSchedule(ledger);
    this.probes = new ProbeSchedule(ledger);
    // What comes first finds nothing in the caches. Code that is not compiled gets faster for long,
    // and an input that is made to be slow must not profit from that.
    if (!ledger.isSearchNew()) {
      warmUp.begin();
    }
  }

  @Override
  public boolean prefersAutomaton() {
    if (phase == Phase.SEARCHING && trials.isDue(searchNanos)) {
      begin(Phase.TRYING);
    } else if (phase == Phase.RUNNING && probes.isDue()) {
      begin(Phase.PROBING);
      trials.automatonCost(usualNanos);
      warmUp.begin();
    }
    return phase == Phase.TRYING || phase == Phase.RUNNING;
  }

  @Override
  public boolean isTrying() {
    return phase == Phase.TRYING || phase == Phase.PROBING;
  }

  @Override
  public boolean isProbing() {
    return phase == Phase.PROBING;
  }

  @Override
  public int partBytes() {
    if (learning) {
      return LEARNING_PART_BYTES;
    }
    if (lastNanos == 0) {
      return FIRST_PART_BYTES;
    }
    boolean probing = phase == Phase.PROBING;
    boolean recent = ledger.isSearchNew();
    long tried = recent ? NEW_TRIED_NANOS : TRIED_NANOS;
    long nanos = probing ? tried : Math.max(PART_NANOS, trials.waitNanos() / PARTS_OF_WAIT);
    int most = probing ? (recent ? NEW_TRIED_BYTES : TRIED_BYTES) : MOST_PART_BYTES;
    int bytes = (int) Math.clamp(nanos / lastNanos, LEAST_PART_BYTES, most);
    return bytes < WHOLE_CHUNK ? bytes : bytes & -WHOLE_CHUNK;
  }

  private void begin(Phase next) {
    phase = next;
    windowBytes = 0;
    windowNanos = 0;
    forgetRun();
  }

  @Override
  public void idle(long nanos) {
    if (nanos >= IDLE && phase == Phase.SEARCHING) {
      windowBytes = 0;
      windowNanos = 0;
      warmUp.begin();
    }
  }

  @Override
  public void handedOver(long nanos) {
    probes.handedOver(nanos);
  }

  /** It is a cost of the trial that has begun behind the probe, or else of the probe. */
  @Override
  public void followed(long nanos) {
    askedNanos = 0;
    stoppedInBlock = 0;
    if (phase == Phase.TRYING) {
      runNanos += nanos;
    } else {
      probes.handedOver(nanos);
    }
  }

  @Override
  public void searched(int bytes, long nanos, boolean learns) {
    lastNanos = Math.max(LEAST_NANOS, (double) nanos / bytes);
    learning = learns && learnedBytes < MOST_LEARNED_BYTES && phase == Phase.SEARCHING;
    if (learning) {
      learnedBytes += bytes;
      return;
    }
    trials.searched(nanos);
    windowBytes += bytes;
    windowNanos += nanos;
    if (phase == Phase.PROBING) {
      if (windowNanos >= warmUp.window(WINDOW) || windowBytes >= warmUp.window(PROBE_BYTES)) {
        endWindowOfProbe();
      }
    } else if (windowNanos >= warmUp.window(WINDOW)) {
      endWindow();
    }
  }

  @Override
  public boolean asksWhetherInputRepeats() {
    return !tried
        && phase == Phase.SEARCHING
        && lastNanos >= URGENT_NANOS
        && !learning
        && (ledger.isSearchCompiled() || !ledger.isAutomatonNew())
        && trials.isFirst(searchNanos);
  }

  /**
   * What is repeated is hardly new to an automaton, and a search that is slow there is not about to
   * get faster: neither is waited for before the first trial.
   */
  @Override
  public void inputRepeats() {
    searchNanos = lastNanos;
    lastWindow = lastNanos;
    warmUp.end();
    trials.tryAtOnce(searchNanos);
  }

  @Override
  public void putOff(long nanos) {
    trials.putOff(nanos);
  }

  /** Where much less was put off than was thought, searching was not as slow as it seemed. */
  @Override
  public boolean settled(long owed, long nanos) {
    trials.putOff(0);
    boolean fromSearching = phase == Phase.TRYING && usualNanos == 0;
    if (!fromSearching || trials.isAtOnce() || nanos * MUCH_LESS > owed) {
      return true;
    }
    trials.searchedLess(owed - nanos);
    lastWindow = 0;
    begin(Phase.SEARCHING);
    return false;
  }

  @Override
  public boolean asksWhetherInputRecurs() {
    return phase == Phase.SEARCHING
        && searchNanos >= URGENT_NANOS
        && newNanos < Double.POSITIVE_INFINITY
        && trials.mayTeach();
  }

  /**
   * To meet all of it hardly costs more than what the automaton was tried on, taking over and all.
   */
  @Override
  public void inputRecurs(long period) {
    trials.teach(period, (long) (period * newNanos));
  }

  private void endWindowOfProbe() {
    double rate = searchRate();
    ledger.addSearch(windowNanos);
    // What running the automaton would have taken is not lost.
    probes.searched(windowNanos - (long) (windowBytes * automatonNanos));
    boolean over = warmUp.add(windowNanos, rate);
    windowBytes = 0;
    windowNanos = 0;
    if (over) {
      searchNanos = rate;
      endProbe();
    }
  }

  /** What the window says that searching costs, or will once the loops are compiled it tries. */
  private double searchRate() {
    double rate = (double) windowNanos / windowBytes;
    return ledger.isSearchTried() ? rate * OF_TRIED_SEARCH : rate;
  }

  private void endProbe() {
    // One slow window of the automaton's says little: a thread that had to wait looks slow, too.
    if (searchNanos < Math.min(automatonNanos, usualNanos)) {
      trials.left(gainedNanos);
      search();
    } else {
      ledger.probedSlowly(searchNanos);
      probes.inVain(searchNanos, usualNanos);
      begin(Phase.TRYING);
    }
  }

  private void endWindow() {
    double rate = searchRate();
    if (!warmUp.isOver() && !warmUp.add(windowNanos, rate)) {
      windowBytes = 0;
      windowNanos = 0;
      return;
    }
    // Of two windows in a row the better one: a thread that had to wait looks slow, too.
    searchNanos = lastWindow == 0 ? rate : Math.min(rate, lastWindow);
    lastWindow = rate;
    trials.searchedSlowly((long) (windowNanos * urgency()));
    ledger.addSearch(windowNanos);
    if (level.searched(windowBytes, windowNanos)) {
      trials.searchChanged(level.orElse(searchNanos));
    }
    ledger.searchCosts(level.orElse(Double.POSITIVE_INFINITY));
    windowBytes = 0;
    windowNanos = 0;
  }

  /** Which part of the time that is searched counts as slow. */
  private double urgency() {
    double slow =
        searchNanos <= FAST_NANOS
            ? 0
            : Math.clamp((searchNanos - BEARABLE_NANOS) / BEARABLE_NANOS, LEAST_URGENCY, 1);
    return Math.max(slow, trials.expectedGain(searchNanos));
  }

  /** Goes back to searching. */
  private void search() {
    begin(Phase.SEARCHING);
    trials.automatonCost(usualNanos);
    usualNanos = 0;
    probes.end();
    warmUp.begin();
    lastWindow = searchNanos;
    level.endTrial(searchNanos);
  }

  @Override
  public boolean goesOn(int bytes, long nanos) {
    noteStop(nanos);
    askedBytes = bytes;
    // What is faster than searching costs nothing.
    double allowed = (runBytes + bytes) * searchNanos;
    long cost = runNanos + nanos - stoppedNanos;
    if (phase != Phase.TRYING) {
      return cost - TrialSchedule.FIRST_TRIAL <= allowed;
    }
    if (runBytes + bytes == 0) {
      trials.takingOver(cost);
    }
    return cost <= allowed || cost <= trials.mostNanos(searchNanos, runBytes + bytes > 0);
  }

  private void noteStop(long nanos) {
    long step = nanos - askedNanos;
    askedNanos = nanos;
    boolean stopped = step >= STOPPED && step > STOPPED_FACTOR * (runNanos + nanos - step);
    if (phase == Phase.TRYING && stoppedNanos == 0 && stopped) {
      stoppedNanos = step;
      stoppedInBlock = step;
    }
  }

  @Override
  public void ran(int bytes, long nanos, boolean whole) {
    tried = true;
    trials.begun();
    // A short block may be all of a trial: that it is slow is what the trial tells.
    boolean isAll = runNanos + askedNanos == 0;
    if (!isAll) {
      noteStop(nanos);
    }
    long moved = nanos - stoppedInBlock;
    int done = whole ? 0 : askedBytes;
    askedNanos = 0;
    askedBytes = 0;
    stoppedInBlock = 0;
    runNanos += nanos;
    probes.ran(nanos);
    ledger.addRun(nanos);
    if (!whole) {
      if (phase == Phase.RUNNING && !lastRunWorse && gainedNanos >= runNanos) {
        // A thread that had to wait looks slow, too.
        gainedNanos -= runNanos;
        lastRunWorse = true;
        forgetRun();
      } else {
        noteNews(done);
        fail();
      }
      return;
    }
    runBytes += bytes;
    long cost = runNanos - stoppedNanos;
    boolean better = cost < runBytes * searchNanos;
    if (phase == Phase.TRYING) {
      // What taking over has cost, and what is done for the first time, does not come again.
      boolean lastBetter = moved < bytes * searchNanos;
      if (better || lastBetter && bytes >= PROBE_BYTES) {
        trials.stoodStill(stoppedNanos);
        runNanos = cost;
        succeed(bytes, moved);
      } else if (runBytes >= Math.max(TRIAL_BYTES, trials.leastBytes()) && !lastBetter
          || cost > trials.mostNanos(searchNanos, true) + runBytes * searchNanos) {
        noteNews(0);
        fail();
      }
    } else if (runNanos >= WINDOW) {
      // Of two windows in a row the better one, again.
      if (better || !lastRunWorse) {
        lastRunWorse = !better;
        noteRate();
      } else {
        fail();
      }
    }
  }

  private void succeed(int bytes, long nanos) {
    // What the trial has lost until its last block says nothing of what comes, but is lost.
    long lost = Math.max(0, (long) (runNanos - runBytes * searchNanos));
    trials.succeeded(lost);
    if (usualNanos > 0 && ledger.isSearchCompiled()) {
      probes.tookOver(Math.max(0, (long) (runNanos - runBytes * usualNanos)));
    }
    runBytes = bytes;
    runNanos = nanos;
    stoppedNanos = 0;
    // To change the ways again may cost as much as now.
    probes.begin(Math.max(probeNanos(), lost));
    phase = Phase.RUNNING;
    betterNanos = 0;
    gainedNanos = -lost;
    usualNanos = 0;
    lastRunWorse = false;
    noteRate();
  }

  /** About how long a probe will take. */
  private long probeNanos() {
    return ledger.isSearchNew()
        ? (long) Math.min(NEW_TRIED_NANOS, searchNanos * NEW_TRIED_BYTES)
        : (long) (searchNanos * PROBE_BYTES);
  }

  private void noteRate() {
    gainedNanos = Math.min(MOST_GAINED, gainedNanos + (long) (runBytes * searchNanos) - runNanos);
    automatonNanos = (double) runNanos / runBytes;
    usualNanos += usualNanos == 0 ? automatonNanos : (automatonNanos - usualNanos) / USUAL_WINDOWS;
    betterNanos += runNanos;
    if (betterNanos >= SETTLED) {
      trials.settled();
    }
    probes.automatonCosts(usualNanos);
    forgetRun();
  }

  private void forgetRun() {
    runBytes = 0;
    runNanos = 0;
    stoppedNanos = 0;
  }

  /** The automaton is given up after so many bytes of a block. */
  private void noteNews(int done) {
    if (runBytes + done > 0) {
      newNanos = Math.min(newNanos, (double) runNanos / (runBytes + done));
    }
  }

  private void fail() {
    long lost = Math.max(0, (long) (runNanos - runBytes * searchNanos));
    if (phase == Phase.RUNNING && gainedNanos > lost) {
      trials.leftLosing(lost, gainedNanos);
    } else {
      trials.failed(lost, searchNanos, level.orElse(searchNanos));
    }
    search();
  }
}

package io.fsmrun.cli.bench;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * This library, with a scanner for each of as many parts of an array as there are threads, which
 * know nothing of each other. That is no scan of the array, since nothing is found across the cuts;
 * it shows what as many threads could gain on this machine at this time if sharing a stream cost
 * nothing.
 */
public final class PartsContender implements Contender {

  private final Database database;
  private final byte[] input;
  private final int parts;
  private final List<Scanner> scanners = new ArrayList<>();
  private final ExecutorService others;
  private byte[] saved;

  /**
   * A contender.
   *
   * @param database the rules
   * @param input what is scanned
   * @param threads number of parts
   */
  public PartsContender(Database database, byte[] input, int threads) {
    this.database = database;
    this.input = input;
    parts = threads;
    for (int i = 0; i < threads; i++) {
      scanners.add(database.newScanner());
    }
    others = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
  }

  @Override
  public String name() {
    return "fsmrun, " + parts + " scanners, each on a part by itself";
  }

  @Override
  public long scan(int lane) throws InterruptedException {
    scanParts(scanners, input.length);
    return -1;
  }

  private void scanParts(List<Scanner> with, int bytes) throws InterruptedException {
    List<Future<?>> running = new ArrayList<>();
    for (int i = 1; i < parts; i++) {
      int part = i;
      running.add(others.submit(() -> scanPart(with.get(part), part, bytes)));
    }
    scanPart(with.getFirst(), 0, bytes);
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  private void scanPart(Scanner scanner, int part, int bytes) {
    int from = (int) ((long) bytes * part / parts);
    int to = (int) ((long) bytes * (part + 1) / parts);
    scanner.scan(input, from, to, new LibraryContender.Tally());
  }

  @Override
  public long scanAfresh(int bytes) throws InterruptedException {
    if (saved == null) {
      saved = LibraryContender.save(database);
    }
    Database loaded = LibraryContender.load(saved);
    List<Scanner> fresh = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      fresh.add(loaded.newScanner());
    }
    long start = System.nanoTime();
    scanParts(fresh, bytes);
    return System.nanoTime() - start;
  }

  @Override
  public void close() {
    others.close();
  }
}

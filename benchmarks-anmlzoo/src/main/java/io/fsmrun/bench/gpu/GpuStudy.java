package io.fsmrun.bench.gpu;

import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Studies a ruleset on the first GPU and prints tab-separated figures.
 *
 * <p>Arguments: name, rules file, input file, MiB of input, MiB of a piece, and what to do: {@code
 * speed}, {@code sizes}, {@code chunks}, {@code packets}.
 */
public final class GpuStudy {

  private static final int PACKETS = 1_000_000;
  private static final int MEBI = 20;

  private GpuStudy() {}

  /**
   * Runs the study.
   *
   * @param args as above
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out = System.out;
    String name = args[0];
    final Rules rules = RulesFile.read(Path.of(args[1]));
    final byte[] piece = Files.readAllBytes(Path.of(args[2]));
    final long bytes = Long.parseLong(args[3]) << MEBI;
    final int chunk = Integer.parseInt(args[4]) << MEBI;
    final Set<String> wanted = Set.copyOf(List.of(args).subList(5, args.length));
    try (Device device = CudaDevice.open(0)) {
      long begun = System.nanoTime();
      List<StreamRule> positions = new ArrayList<>();
      RuleCompiler compiler = RuleCompiler.withDefaults();
      for (Rule rule : rules.accepted()) {
        positions.add(new StreamRule(rule.id(), compiler.compileToPositions(rule.tree())));
      }
      StreamProgram program = StreamProgram.compile(positions, device.facts());
      long compiled = System.nanoTime() - begun;
      out.println(name + "\tdevice\t" + device.facts());
      out.println(
          name
              + "\tprogram\t"
              + program.ruleCount()
              + "\t"
              + program.partCount()
              + "\t"
              + program.sizeBytes()
              + "\t"
              + compiled / 1_000_000);
      Database cpu = Database.compile(rules, CompileOptions.defaults(), (done, of) -> {});
      try (LongInput input = new LongInput(device, piece, bytes)) {
        study(new RulesetStudy(name, device, program, cpu, input, out), chunk, wanted);
      }
      if (wanted.contains("packets")) {
        new PacketStudy(name, device, program, cpu, out).run(piece, PACKETS, chunk);
      }
    }
  }

  private static void study(RulesetStudy study, int chunk, Set<String> wanted) throws IOException {
    if (!study.verify(chunk, 1 << MEBI, 300_000)) {
      return;
    }
    if (wanted.contains("speed")) {
      study.throughput(chunk);
    }
    if (wanted.contains("sizes")) {
      study.sizes(1 << 12, 1 << 14, 1 << 16, 1 << 18, 1_000_000, 1 << 22, 1 << 24);
    }
    if (wanted.contains("chunks")) {
      study.chunks();
    }
  }
}

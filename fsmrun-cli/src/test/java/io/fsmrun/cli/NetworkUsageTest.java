package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Help, and what is said of a wrong command line, where networks are concerned. */
class NetworkUsageTest {

  @Test
  void helpNamesNetworksAndTheEndOfAReport() {
    String help = Cli.run("--help").done().out().replaceAll("\\s+", " ");
    assertThat(help)
        .contains("--network=FILE", "--form=FORM", "vasim", "convert", "inspect")
        .contains("a report on VASim's cycle 0 has the end 1");
  }

  @ParameterizedTest
  @CsvSource({
    "convert,--optimize --fan-in --widen --stride2 --encode --to",
    "inspect,--device --plots --dot"
  })
  void commandsHaveHelp(String command, String options) {
    Cli help = Cli.run(command, "--help").done();
    assertThat(help.err()).isEmpty();
    assertThat(help.out()).startsWith("Usage: fsmrun " + command).contains(options.split(" ", -1));
  }

  @Test
  void completionKnowsTheCommands() {
    assertThat(Cli.run("generate-completion").done().out())
        .contains("convert", "inspect", "--stride2", "--allocation", "hypothetical");
  }

  @ParameterizedTest
  @CsvSource({"conver,convert", "inspct,inspect", "--netwrk=x,--network"})
  void slipsAreSeen(String typed, String meant) {
    Cli.run(typed).unusable("did you mean " + meant + "?");
  }

  @Test
  void slipsInCommandsAreSeen() {
    Cli.run("convert", "a", "b", "--optimise=all").unusable("did you mean --optimize?");
    Cli.run("inspect", "a", "--imput=b").unusable("did you mean --input?");
    Cli.run("inspect", "a", "--frobnicate").unusable("fsmrun inspect --help");
    Cli.run("convert", "a").unusable("OUT", "fsmrun convert --help");
  }

  @Test
  void optionsOfACommandComeAfterIt() {
    Cli.run("--input=x", "inspect", Networks.WORDS).unusable("--input stands before inspect");
    Cli.run("-q", "convert", Networks.WORDS, "x.mnrl").unusable("--quiet stands before convert");
  }

  @ParameterizedTest
  @CsvSource({
    "--rules=x,--rules",
    "--benchmark=Snort,--benchmark",
    "--anmlzoo=x,--benchmark",
    "--form=nfa,--form",
    "--dfa-states=5,--dfa-states",
    "--strict,--strict",
    "--segments=65,--segments must be at most 64",
    "--segments=0,--segments must be at least 1",
    "--mode=cse,--mode cse",
    "--mode=pap,--mode pap",
    "--backend=cpu,--backend cpu",
    "--backend=gpu,--backend gpu",
    "--quantum=4,--quantum",
    "--check-interval=16,--check-interval",
    "--trace-cycles=x,--trace-cycles",
    "--rule-stats=x,--rule-stats",
    "--reexecution=basic,--reexecution",
    "--split=x,--split",
    "--lookback=4,--lookback",
    "--predict=1,--predict",
    "--cutoff=0.5,--cutoff",
    "--join-after=4,--join-after",
    "--without=join,--without",
    "--dump-segments=x,--dump-segments",
    "--threads=0,--threads"
  })
  void whatDoesNotGoWithANetwork(String option, String named) {
    Cli.run("--network", Networks.WORDS, "--input=-", option).unusable(named);
  }

  @Test
  void whatIsPossibleIsNamed() {
    Object[] run = {"--network", Networks.WORDS, "--input=-", "--mode=cse"};
    Cli.run(run).unusable("--mode cse", "sequential");
    run[3] = "--backend=cpu";
    Cli.run(run).unusable("--backend cpu", "use ap");
  }

  @Test
  void segmentsHaveThreadsOfTheirOwn() {
    Cli.run("--network", Networks.WORDS, "--input=-", "--segments=2", "--threads=2")
        .unusable("--threads", "--segments");
  }

  @Test
  void aNetworkNeedsAnInput() {
    Cli.run("--network", Networks.WORDS).unusable("--network needs --input FILE");
  }

  @ParameterizedTest
  @CsvSource({
    "--segments=65,--segments must be at most 64",
    "--segments=0,--segments must be at least 1",
    "--mode=cse,--mode cse",
    "--backend=cpu,--backend cpu",
    "--quantum=4,--quantum",
    "--check-interval=16,--check-interval",
    "--trace-cycles=x,--trace-cycles",
    "--rule-stats=x,--rule-stats",
    "--reexecution=basic,--reexecution",
    "--split=x,--split",
    "--lookback=4,--lookback",
    "--predict=1,--predict",
    "--cutoff=0.5,--cutoff",
    "--join-after=4,--join-after",
    "--without=join,--without",
    "--dump-segments=x,--dump-segments",
    "--reports=vasim,--reports vasim",
    "--dfa-states=4,--dfa-states",
  })
  void whatDoesNotGoWithAForm(String option, String named) {
    Cli.run("--rules", "x", "--input=-", "--form=nfa", option).unusable(named);
  }

  @Test
  void rulesAreNotReportedAsVasimDoes() {
    Cli.run("--rules", "x", "--input=-", "--reports=vasim").unusable("vasim needs --network");
  }

  @ParameterizedTest
  @CsvSource({
    "--widen --stride2,exclude each other",
    "--padding=before,--padding needs --widen",
    "--fan-in=1,--fan-in must be at least 2",
    "--fan-out=0,--fan-out must be at least 2",
    "--encode x y,--encode needs --widen or --stride2",
    "--stride2 --encode x y --encode x z,once",
    "--optimize=dead;prefixes,is none of dead",
    "--to=rules,cannot be written",
    "--to=xml,is none of rules",
    "--form=nfa,--form is for rules",
    "--strict,--strict is for rules"
  })
  void contradictionsOfConvert(String options, String said) {
    String[] words = options.replace(';', ',').split(" ", -1);
    Object[] arguments = new Object[words.length + 3];
    arguments[0] = "convert";
    arguments[1] = Networks.WORDS;
    arguments[2] = "target/never-written.mnrl";
    System.arraycopy(words, 0, arguments, 3, words.length);
    Cli.run(arguments).unusable(said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--plots=x", "--device=d481", "--allocation=thesis:Nmap", "--allocation=x"})
  void contradictionsOfInspect(String option) {
    Cli.run("inspect", Networks.WORDS, option).unusable(option.substring(0, option.indexOf('=')));
  }
}

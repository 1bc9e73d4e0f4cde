package dev.ductile.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Runs command lines with odd values, all in one process, and notes how each of them ends: a line
 * with the status, the arguments and the lines on standard error.
 */
final class OddCommands {
  private static final int PAIRS = 400;

  /** Command lines that are good, each for options to be added to. */
  private static final Map<String, List<String>> GOOD =
      Map.ofEntries(
          Map.entry("simulate", List.of("scenario.yaml")),
          Map.entry("decide", List.of("state.yaml", "-p", "srtf")),
          Map.entry("policies", List.of()),
          Map.entry("check-policy", List.of("no-policy")),
          Map.entry("new-policy", List.of("No-Name")),
          Map.entry("predict", List.of("resnet50@h200", "--link", "25Gbps")),
          Map.entry("fit", List.of("speeds.csv")),
          Map.entry("profile", List.of("--list")),
          Map.entry("reproduce", List.of()),
          Map.entry("import", List.of("rigid.csv", "--to", "trace.jsonl")),
          Map.entry("validate", List.of("rigid.csv")),
          Map.entry("scale", List.of("no-such-job", "-w", "1")),
          Map.entry("run", List.of("nowhere.yaml")),
          Map.entry("replay", List.of("folder")),
          Map.entry("train", List.of("nowhere.yaml")),
          Map.entry("export", List.of("job.yaml")),
          Map.entry("score", List.of("model.safetensors", "rigid.csv")));

  private static final List<String> VALUES =
      List.of(
          "0",
          "-1",
          "NaN",
          "1e309",
          "-Infinity",
          "",
          " ",
          "x".repeat(10_000),
          "sc\u00e9nario \u2603",
          "folder",
          "dangling",
          "loop",
          "file/inside",
          "nul\u0000name",
          "x".repeat(300),
          "/dev/null",
          "/dev/full",
          "/dev/zero",
          "/proc/self/mem",
          "socket",
          "-",
          "no/such/folder/file",
          "99999999999999999999",
          "=",
          "a=",
          "limit=-1",
          ",",
          "1..",
          "2..1",
          "'\"",
          "%s%n",
          "[1",
          "*a");

  private final CommandLine everything = Main.commandLine();
  private final List<String> lines = new ArrayList<>();
  private final Path notes;

  private OddCommands(Path notes) {
    this.notes = notes;
  }

  /** Arguments: the seed, and the file for the notes. */
  public static void main(String[] arguments) throws IOException {
    var random = new Random(Long.parseLong(arguments[0]));
    var odd = new OddCommands(Path.of(arguments[1]));
    odd.everyOption();
    odd.everyOperand();
    for (int i = 0; i < PAIRS; i++) {
      odd.pair(random);
    }
    Files.write(odd.notes, odd.lines);
    System.exit(0);
  }

  private void everyOption() throws IOException {
    for (String name : GOOD.keySet().stream().sorted().toList()) {
      for (OptionSpec option : options(name)) {
        for (String value : VALUES) {
          run(name, List.of(option.longestName(), value));
        }
      }
    }
  }

  private void everyOperand() throws IOException {
    for (String name : GOOD.keySet().stream().sorted().toList()) {
      for (String value : VALUES) {
        note(List.of(name, value));
      }
    }
  }

  private void pair(Random random) throws IOException {
    List<String> names = GOOD.keySet().stream().sorted().toList();
    String name = names.get(random.nextInt(names.size()));
    var more = new ArrayList<String>();
    for (int i = 0; i < 2; i++) {
      List<OptionSpec> options = options(name);
      more.add(options.get(random.nextInt(options.size())).longestName());
      more.add(VALUES.get(random.nextInt(VALUES.size())));
    }
    run(name, more);
  }

  private List<OptionSpec> options(String name) {
    CommandLine command = Objects.requireNonNull(everything.getSubcommands().get(name));
    return command.getCommandSpec().options().stream()
        .filter(option -> option.arity().max() > 0)
        .toList();
  }

  private void run(String name, List<String> more) throws IOException {
    var arguments = new ArrayList<String>(List.of(name));
    arguments.addAll(GOOD.getOrDefault(name, List.of()));
    arguments.addAll(more);
    note(arguments);
  }

  private void note(List<String> arguments) throws IOException {
    Files.write(notes, List.of("still running\t" + written(arguments)));
    var told = new ByteArrayOutputStream();
    PrintStream before = System.err;
    int status;
    try (var stream = new PrintStream(told, true, StandardCharsets.UTF_8)) {
      System.setErr(stream);
      status = Main.execute(arguments.toArray(String[]::new));
    } catch (CommandLine.PicocliException failure) {
      status = -1;
    } finally {
      System.setErr(before);
    }
    lines.add(
        "%d\t%s\t%s"
            .formatted(
                status,
                written(arguments),
                told.toString(StandardCharsets.UTF_8).strip().replace("\n", "\u23ce")));
  }

  private static String written(List<String> arguments) {
    return Arrays.toString(
        arguments.stream()
            .map(value -> value.length() > 100 ? value.substring(0, 20) + "..." : value)
            .toArray());
  }
}

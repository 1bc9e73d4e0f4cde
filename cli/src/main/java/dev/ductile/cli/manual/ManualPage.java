package dev.ductile.cli.manual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual page of one command.
 *
 * @param exitStatuses the meaning of each exit status
 */
public record ManualPage(CommandLine command, String version, Map<String, String> exitStatuses) {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "COLUMNS", "The width of tables and help texts, instead of that of the terminal.",
          "DUCTILE_JAVA_OPTS",
              "Options for Java, such as -Xmx8g; -Dductile.trace=true adds a stack trace to errors.",
          "DUCTILE_PLUGINS",
              "Folders and jars of plug-ins, separated by colons; if it is empty, there are none.",
          "JAVA_HOME", "The Java that starts Ductile.",
          "NO_COLOR", "If it is not empty, nothing is colored.",
          "TERM", "With dumb, nothing is colored and no line is drawn again.",
          "XDG_DATA_HOME",
              "The folder with ductile/plugins, unless DUCTILE_PLUGINS is set; without it, ~/.local/share.",
          "XDG_RUNTIME_DIR",
              "The folder of the sockets by which 'ductile scale' reaches jobs; without it, /tmp.");

  /** The name of the page, such as {@code ductile-run}. */
  public String name() {
    return spec().qualifiedName("-");
  }

  public String text() {
    var page = new Roff();
    page.title(name().toUpperCase(Locale.ROOT), version);
    page.section("NAME");
    List<String> sentences = sentences();
    page.line(Roff.escaped(name()) + " \\- " + Roff.escaped(lead(sentences.getFirst())));
    page.section("SYNOPSIS");
    page.line(synopsis());
    page.section("DESCRIPTION");
    page.paragraphs(sentences);
    operands(page);
    options(page);
    commands(page);
    examples(page);
    page.section("EXIT STATUS");
    exitStatuses.forEach((status, meaning) -> page.entry(Roff.bold(status), List.of(meaning)));
    environment(page);
    page.section("SEE ALSO");
    page.line(others());
    return page.toString();
  }

  private CommandSpec spec() {
    return command.getCommandSpec();
  }

  /** The sentences of the header and the description. */
  private List<String> sentences() {
    UsageMessageSpec usage = spec().usageMessage();
    return Stream.concat(Stream.of(usage.header()), Stream.of(usage.description()))
        .map(ManualPage::plain)
        .filter(sentence -> !sentence.isBlank())
        .toList();
  }

  /** The text of a template without values. */
  private static String plain(String template) {
    return template.replace("%%", "%");
  }

  /** A sentence as part of a line: without its capital and its stop. */
  private static String lead(String sentence) {
    String first = sentence.replaceFirst("\\.( .*)?$", "");
    return first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1);
  }

  private String synopsis() {
    String name = spec().qualifiedName();
    String whole = command.getHelp().synopsis(0).replaceAll("\\s+", " ").strip();
    return Roff.bold(name) + Roff.escaped(whole.substring(name.length()));
  }

  private void operands(Roff page) {
    List<PositionalParamSpec> all = spec().positionalParameters();
    if (!all.isEmpty()) {
      page.section("OPERANDS");
      all.forEach(
          operand -> page.entry(Roff.italic(operand.paramLabel()), lines(operand.description())));
    }
  }

  private void options(Roff page) {
    page.section("OPTIONS");
    spec().options().stream()
        .filter(option -> !option.hidden())
        .sorted(Comparator.comparing(ManualPage::sortKey))
        .forEach(option -> page.entry(term(option), lines(option.description())));
  }

  private static String sortKey(OptionSpec option) {
    return option.shortestName().replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
  }

  /** The names of an option and the name of its value. */
  private static String term(OptionSpec option) {
    String names =
        Stream.of(option.names())
            .sorted(Comparator.comparingInt(String::length))
            .map(Roff::bold)
            .collect(Collectors.joining(", "));
    if (option.arity().max() == 0) {
      return names;
    }
    String value = Roff.italic(option.paramLabel());
    return names + (option.arity().min() == 0 ? "[=%s]".formatted(value) : "=" + value);
  }

  private static List<String> lines(String... description) {
    return Stream.of(description)
        .map(ManualPage::plain)
        .filter(sentence -> !sentence.isBlank())
        .toList();
  }

  private void commands(Roff page) {
    if (command.getSubcommands().isEmpty()) {
      return;
    }
    page.section("COMMANDS");
    for (CommandLine one : command.getSubcommands().values()) {
      var other = new ManualPage(one, version, Map.of());
      page.entry(reference(other.name()), List.of(other.sentences().getFirst()));
    }
  }

  private static String reference(String name) {
    return Roff.bold(name) + "(1)";
  }

  private void examples(Roff page) {
    UsageMessageSpec usage = spec().usageMessage();
    if (usage.footer().length > 0) {
      page.section("EXAMPLES");
      page.verbatim(Stream.of(usage.footer()).map(ManualPage::plain).toList());
    }
  }

  private static void environment(Roff page) {
    page.section("ENVIRONMENT");
    ENVIRONMENT.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            variable -> page.entry(Roff.bold(variable.getKey()), List.of(variable.getValue())));
  }

  private String others() {
    var names = new ArrayList<String>();
    CommandLine root = spec().root().commandLine();
    if (!root.equals(command)) {
      names.add(reference(spec().root().name()));
    }
    root.getSubcommands().values().stream()
        .filter(other -> !other.equals(command))
        .map(other -> reference(other.getCommandSpec().qualifiedName("-")))
        .forEach(names::add);
    return String.join(", ", names);
  }
}

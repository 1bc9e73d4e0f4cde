package dev.ductile.cli;

import dev.ductile.cli.configuration.Configuration;
import dev.ductile.cli.configuration.ConfigurationKey;
import dev.ductile.cli.configuration.ConfiguredValue;
import dev.ductile.cli.service.Answer;
import dev.ductile.cli.service.Form;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a command with an answer of a server. */
final class ServiceOutput {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "The output format: ${COMPLETION-CANDIDATES} (default: table).")
  private Optional<Form> form = Optional.empty();

  @Mixin final ServiceOptions service = new ServiceOptions();

  /** The form of the option, or else of the configuration. */
  Form form() {
    return form.orElseGet(() -> configured(service.configuration()));
  }

  private static Form configured(Configuration configuration) {
    ConfiguredValue value = configuration.get(ConfigurationKey.OUTPUT).orElseThrow();
    return Stream.of(Form.values())
        .filter(one -> one.name().equals(value.value()))
        .findFirst()
        .orElseThrow(() ->
            new InputException(
                "%s: output: unknown form \"%s\"%s"
                    .formatted(
                        value.origin().place(),
                        value.value(),
                        Suggestion.phrase(
                            value.value(), Stream.of(Form.values()).map(Form::name).toList()))));
  }

  boolean isForPeople() {
    return form() == Form.table || form() == Form.wide;
  }

  void print(Answer answer) {
    String text = answer.in(form(), Output.columns());
    if (!text.isEmpty()) {
      Output.print(text);
    }
  }

  /** Prints a list; people get a note if it is empty. */
  void print(Answer answer, String empty) {
    if (answer.names().isEmpty() && isForPeople()) {
      service.console.note(empty);
    }
    print(answer);
  }

  /** A line for people beside the answer. */
  void note(String line) {
    service.console.note(line);
  }
}

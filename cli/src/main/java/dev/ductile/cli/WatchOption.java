package dev.ductile.cli;

import dev.ductile.cli.service.Answer;
import dev.ductile.rest.client.UnreachableException;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The option to print an answer again whenever it has changed. */
final class WatchOption {
  private static final Duration LEAST = Duration.ofMillis(200);

  /** Clears a terminal. */
  private static final String CLEAR = "\033[H\033[2J\033[3J";

  @Option(
      names = {"-w", "--watch"},
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = "2s",
      description =
          "Prints the answer again when it has changed: asks every 2 s, or after each TIME.")
  private Optional<String> every = Optional.empty();

  /**
   * Prints the answer once, or again and again.
   *
   * @param empty a note for people about an empty list
   */
  void print(ServiceOutput output, String empty, Supplier<Answer> ask) throws InterruptedException {
    if (every.isEmpty()) {
      output.print(ask.get(), empty);
      return;
    }
    Duration pause = pause(every.get());
    Optional<Answer> last = Optional.empty();
    for (int failed = 0; ; ) {
      try {
        Answer answer = ask.get();
        show(output, empty, answer, last);
        last = Optional.of(answer);
        failed = 0;
      } catch (UnreachableException lost) {
        failed++;
        if (failed >= ServiceOptions.TRIES) {
          throw lost;
        }
        output.note(lost.getMessage() + "; trying again");
      }
      Thread.sleep(pause);
    }
  }

  /** A terminal shows the present answer; elsewhere each change follows the last one. */
  private static void show(
      ServiceOutput output, String empty, Answer answer, Optional<Answer> last) {
    if (Output.isTerminal() && output.isForPeople()) {
      System.out.print(CLEAR);
      System.out.flush();
      output.print(answer, empty);
    } else if (last.filter(before -> before.tree().equals(answer.tree())).isEmpty()) {
      output.print(answer, empty);
    }
  }

  private static Duration pause(String text) {
    return Quantity.duration(text)
        .filter(time -> time.compareTo(LEAST) >= 0)
        .orElseThrow(() ->
            new InputException(
                "--watch takes a time of at least 200ms, such as 5s, not \"%s\"".formatted(text)));
  }
}

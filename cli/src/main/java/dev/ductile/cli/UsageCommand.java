package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.UsageRow;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reports the use of the cluster. */
@Command(
    name = "usage",
    mixinStandardHelpOptions = true,
    header = "Reports the device-hours of users or queues.",
    description = {"", "Device-hours that were asked for, allocated, used and lost in a period."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile usage --from 2026-01-01 --by queue", "  ductile usage -o csv"})
final class UsageCommand implements Callable<Integer> {
  /** The rows of the report. */
  enum By {
    user,
    queue
  }

  @Option(
      names = "--by",
      paramLabel = "WORD",
      defaultValue = "user",
      description = "A row for each user or queue: ${COMPLETION-CANDIDATES}.")
  private By by = By.user;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "The begin, such as 2026-01-01, in UTC (default: all time).")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "TIME", description = "The end (default: now).")
  private Optional<String> to = Optional.empty();

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    ResourcePath path =
        ResourcePath.of("usage")
            .with("by", by)
            .with("from", from.map(text -> time("--from", text)))
            .with("to", to.map(text -> time("--to", text)));
    try (Client client = output.service.client()) {
      if (output.isForPeople()) {
        output.note("in device-hours: one device, such as a GPU, for one hour");
      }
      output.print(
          OperatorLists.usage(client.list(path, UsageRow.class).items()).answer(), "no use yet");
    }
    return ExitStatus.OK;
  }

  private static Instant time(String option, String text) {
    String whole = text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}") ? text + " 00:00:00" : text;
    return Quantity.instant(whole)
        .orElseThrow(() ->
            new InputException(
                "%s takes a date such as 2026-01-01 or \"2026-01-01 12:00:00\", not \"%s\""
                    .formatted(option, text)));
  }
}

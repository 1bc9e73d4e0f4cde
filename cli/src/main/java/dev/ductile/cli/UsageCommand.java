package dev.ductile.cli;

import dev.ductile.cli.service.Moment;
import dev.ductile.cli.service.OperatorLists;
import dev.ductile.cli.service.Times;
import dev.ductile.rest.UsageRow;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
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
    footer = {"  ductile usage --from yesterday --by queue", "  ductile usage -o csv"})
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
      description =
          "The start: 2026-01-01, \"2026-01-01 12:00:00\" (UTC), yesterday, today, or 24h for so long"
              + " ago (default: all time).")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "The end, written like the start (default: now).")
  private Optional<String> to = Optional.empty();

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    Times times = ServiceOptions.times();
    ResourcePath path =
        ResourcePath.of("usage")
            .with("by", by)
            .with("from", from.map(text -> Moment.of("--from", text, times)))
            .with("to", to.map(text -> Moment.of("--to", text, times)));
    try (Client client = output.service.client()) {
      if (output.isForPeople()) {
        output.note("in device-hours: one device, such as a GPU, for one hour");
      }
      output.print(
          OperatorLists.usage(client.list(path, UsageRow.class).items()).answer(), "no use yet");
    }
    return ExitStatus.OK;
  }
}

package dev.ductile.cli;

import dev.ductile.cli.service.OperatorLists;
import dev.ductile.rest.AuditEntry;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the audit log. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    header = "Prints the audit log of a server.",
    description = {"", "Each request that changed something or was refused, the newest first."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile audit --limit 20", "  ductile audit -o csv"})
final class AuditCommand implements Callable<Integer> {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "The most entries (default: ${DEFAULT-VALUE}).")
  private int limit = 100;

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    try (Client client = output.service.client()) {
      output.print(
          OperatorLists.audit(
                  Parts.read(client, ResourcePath.of("audit"), "before", limit, AuditEntry.class)
                      .items(),
                  ServiceOptions.times())
              .answer(),
          "nothing in the audit log");
    }
    return ExitStatus.OK;
  }
}

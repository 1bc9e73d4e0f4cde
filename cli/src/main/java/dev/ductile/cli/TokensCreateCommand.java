package dev.ductile.cli;

import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.NewToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes an access token. */
@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    header = "Makes an access token.",
    description = {
      "",
      "Prints the token, once, or writes it into a file that only you may read. It is for one user,"
          + " with one role: viewer, user, queue-admin or admin."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile tokens create laptop --user ada --role user --out ada.token",
      "  ductile tokens create ci --role viewer --expires 30d"
    })
final class TokensCreateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "A name for the list of tokens.")
  private String name = "";

  @Option(
      names = "--user",
      paramLabel = "USER",
      description = "The user of the token (default: you, on this machine).")
  private String user = System.getProperty("user.name", "");

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      completionCandidates = Known.Roles.class,
      defaultValue = "user",
      description = "viewer, user, queue-admin or admin (default: ${DEFAULT-VALUE}).")
  private String role = "user";

  @Option(
      names = "--queues",
      paramLabel = "QUEUES",
      split = ",",
      description = "The queues of a queue-admin.")
  private List<String> queues = List.of();

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      description = "The time until it expires, such as 30d (default: the server's).")
  private Optional<String> expires = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes the token into this new file, for --token-file.")
  private Optional<Path> out = Optional.empty();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() throws IOException {
    out.filter(Files::exists)
        .ifPresent(file -> {
          throw new InputException("%s exists; name a new file".formatted(file));
        });
    var request = new NewToken(name, user, role, queues, expires.map(TokensCreateCommand::seconds));
    try (Client client = service.client()) {
      IssuedToken issued = client.post(ResourcePath.of("tokens"), request, IssuedToken.class);
      if (out.isPresent()) {
        write(out.get(), issued.secret());
        service.console.note("token %s of %s: %s".formatted(issued.token().id(), user, out.get()));
      } else {
        Output.print(issued.secret());
        service.console.note(
            "The token is shown once. ductile tokens revoke " + issued.token().id());
      }
    }
    return ExitStatus.OK;
  }

  private static double seconds(String text) {
    return Quantity.duration(text)
        .filter(time -> !time.isNegative() && !time.isZero())
        .map(time -> (double) time.toSeconds())
        .orElseThrow(() ->
            new InputException("--expires takes a time such as 30d, not \"%s\"".formatted(text)));
  }

  /** Writes a file that only its owner may read from its first byte on. */
  private static void write(Path file, String secret) throws IOException {
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (var channel = Files.newByteChannel(file, options, owner)) {
      channel.write(ByteBuffer.wrap((secret + "\n").getBytes(StandardCharsets.UTF_8)));
    }
  }
}

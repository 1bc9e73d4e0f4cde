package dev.ductile.cli;

import dev.ductile.rest.SecretName;
import dev.ductile.rest.SecretValue;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.InputException;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stores a secret. */
@Command(
    name = "set",
    mixinStandardHelpOptions = true,
    header = "Stores a secret, in place of an earlier one.",
    description = {
      "",
      "Reads the value from a file, or else from standard input; a terminal does not show it. The"
          + " last line end is no part of it. No option takes a value, because other users see the"
          + " options of a process."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile secrets set wandb --file wandb.key",
      "  ductile secrets set wandb < wandb.key"
    })
final class SecretsSetCommand implements Callable<Integer> {
  private static final int MOST_BYTES = 64 << 10;

  @Parameters(paramLabel = "NAME", description = "The name that job files use.")
  private String name = "";

  @Option(
      names = "--file",
      paramLabel = "FILE",
      completionCandidates = Known.Files.class,
      description = "The file with the value (default: standard input).")
  private Optional<Path> file = Optional.empty();

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Override
  public Integer call() throws IOException {
    String value = value();
    try (Client client = service.client()) {
      SecretName stored =
          client.put(ResourcePath.of("secrets", name), new SecretValue(value), SecretName.class);
      service.console.note("stored " + stored.name());
    }
    return ExitStatus.OK;
  }

  private String value() throws IOException {
    if (file.isPresent()) {
      try (InputStream bytes = Files.newInputStream(file.get())) {
        return text(bytes, file.get().toString());
      }
    }
    Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    return terminal.isPresent() ? typed(terminal.get()) : text(System.in, "standard input");
  }

  private String typed(Console terminal) {
    char[] value = terminal.readPassword("Value of %s: ", name);
    if (value == null) {
      throw new InputException("no value was typed");
    }
    return new String(value);
  }

  private static String text(InputStream bytes, String from) throws IOException {
    byte[] read = bytes.readNBytes(MOST_BYTES + 2);
    if (read.length == 0) {
      throw new InputException("%s is empty, so there is no value".formatted(from));
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(read))
          .toString()
          .replaceFirst("\\r?\\n\\z", "");
    } catch (CharacterCodingException binary) {
      throw new InputException(
          "%s is not text in UTF-8; encode it, for example by base64".formatted(from), binary);
    }
  }
}

package dev.ductile.cli;

import dev.ductile.cli.configuration.ClientSettings;
import dev.ductile.cli.configuration.ConfigurationKey;
import dev.ductile.cli.service.Finding;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.Identity;
import dev.ductile.rest.SignInView;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ClientException;
import dev.ductile.rest.client.Connection;
import dev.ductile.rest.client.Probe;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checks of {@code ductile doctor}.
 *
 * @param data the data folder of a server on this machine, which need not exist
 */
record DoctorChecks(ClientSettings settings, Path data, String version) {
  private static final int OLDEST_JAVA = 25;
  private static final long LEAST_FREE = 1L << 30;
  private static final Duration MOST_DIFFERENCE = Duration.ofSeconds(5);
  private static final String SERVER = "server";

  /** All findings; without a usable configuration, those about this machine. */
  List<Finding> findings() {
    var findings = new ArrayList<Finding>();
    findings.add(java());
    findings.add(disk());
    findings.addAll(dataFolder());
    try {
      Connection connection = settings.connection();
      findings.addAll(tokenFile());
      findings.add(encryption(connection));
      try (var client = new Client(connection, Thread::sleep)) {
        findings.addAll(server(client));
      }
    } catch (InputException | IllegalArgumentException wrong) {
      findings.add(
          Finding.fault(
              "configuration",
              String.valueOf(wrong.getMessage()),
              "'ductile config' shows where each value comes from"));
    }
    return findings;
  }

  private static Finding java() {
    int feature = Runtime.version().feature();
    String sentence = "Java %s".formatted(Runtime.version());
    return feature >= OLDEST_JAVA
        ? Finding.good("java", sentence)
        : Finding.fault("java", sentence, "install Java %d or later".formatted(OLDEST_JAVA));
  }

  private static Finding disk() {
    try {
      long free = Files.getFileStore(Path.of("").toAbsolutePath()).getUsableSpace();
      String sentence = "%d MiB free here".formatted(free >> 20);
      return free >= LEAST_FREE
          ? Finding.good("disk", sentence)
          : Finding.note("disk", sentence, "checkpoints and logs need room; free at least 1 GiB");
    } catch (IOException unknown) {
      return Finding.note("disk", "unknown: " + unknown.getMessage(), "look at 'df .'");
    }
  }

  private List<Finding> dataFolder() {
    if (!Files.isDirectory(data)) {
      return List.of();
    }
    return List.of(
        Files.isWritable(data)
            ? Finding.good("data folder", "%s can be written".formatted(data))
            : Finding.fault(
                "data folder",
                "%s cannot be written".formatted(data),
                "start the server as its owner, or name another folder"));
  }

  /** A token that others may read is no secret. */
  private List<Finding> tokenFile() {
    return settings
        .configuration()
        .get(ConfigurationKey.TOKEN_FILE)
        .map(settings::path)
        .map(file -> List.of(rights(file)))
        .orElse(List.of());
  }

  private static Finding rights(Path file) {
    try {
      String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      return rights.endsWith("------")
          ? Finding.good("token file", "only you may read %s".formatted(file))
          : Finding.note(
              "token file",
              "%s has the rights %s, so others may read it".formatted(file, rights),
              "chmod 600 " + file);
    } catch (IOException | UnsupportedOperationException unknown) {
      return Finding.note("token file", "its rights are unknown: " + unknown.getMessage(), "");
    }
  }

  private static Finding encryption(Connection connection) {
    if (connection.isEncrypted()) {
      return Finding.good("encryption", "the address is https");
    }
    return connection.isLocal()
        ? Finding.good("encryption", "none, and none needed: the server is on this machine")
        : Finding.note(
            "encryption",
            "none: others on the way may read your token",
            "configure TLS on the server, and use its https address");
  }

  private List<Finding> server(Client client) {
    var findings = new ArrayList<Finding>();
    String address = client.connection().server().toString();
    try {
      Instant before = Instant.now();
      Probe probe = client.probe();
      findings.add(Finding.good(SERVER, "%s answers".formatted(address)));
      probe.time().ifPresent(time -> findings.add(clock(time, before)));
      findings.add(identity(client));
      findings.addAll(provider(client.get(ResourcePath.of("sign-in"), SignInView.class)));
      ClusterView cluster = client.get(ResourcePath.of("cluster"), ClusterView.class);
      findings.add(version(cluster));
      cluster.alerts().forEach(alert -> findings.add(alert(alert)));
    } catch (ProblemException refused) {
      if (findings.stream().noneMatch(Finding::isFault)) {
        findings.add(
            Finding.fault(SERVER, refused.getMessage(), "the log of the server says more"));
      }
    } catch (ClientException failed) {
      findings.add(Finding.fault(SERVER, failed.getMessage(), advice(client.connection())));
    }
    return findings;
  }

  private String advice(Connection connection) {
    String origin =
        settings
            .configuration()
            .get(ConfigurationKey.SERVER)
            .map(value -> value.origin().place())
            .orElse("");
    return connection.isLocal()
        ? "start one with 'ductile server', or name another with --server (this address: %s)"
            .formatted(origin)
        : "check the address (from %s), the network and the server's log".formatted(origin);
  }

  private static Finding clock(Instant server, Instant here) {
    Duration difference = Duration.between(here, server).abs();
    String sentence = "the clocks differ by %d s".formatted(difference.toSeconds());
    return difference.compareTo(MOST_DIFFERENCE) <= 0
        ? Finding.good("clock", sentence)
        : Finding.note(
            "clock", sentence, "times in answers are the server's; check NTP here and there");
  }

  private static Finding identity(Client client) {
    if (client.connection().token().isEmpty()) {
      return Finding.fault(
          "token",
          "you have none",
          "name its file with --token-file, DUCTILE_TOKEN_FILE or tokenFile in your configuration");
    }
    try {
      Identity you = client.get(ResourcePath.of("identity"), Identity.class);
      String queues =
          Optional.of(you.queues())
              .filter(all -> !all.isEmpty())
              .map(all -> " of " + String.join(", ", all))
              .orElse("");
      return Finding.good(
          "token",
          "you are the user %s with the role %s%s".formatted(you.user(), you.role(), queues));
    } catch (ClientException refused) {
      return Finding.fault(
          "token",
          refused.getMessage(),
          "ask an admin for a new one, and name its file with --token-file");
    }
  }

  private static List<Finding> provider(SignInView signIn) {
    return signIn.issuer().stream()
        .map(issuer ->
            signIn
                .problem()
                .map(problem ->
                    Finding.fault(
                        "OpenID Connect",
                        "%s: %s".formatted(issuer, problem),
                        "check openId in the server file, and the way from the server to the provider"))
                .orElseGet(() ->
                    Finding.good("OpenID Connect", "the server reaches %s".formatted(issuer))))
        .toList();
  }

  private static Finding alert(String sentence) {
    return Finding.note("alert", sentence, "'ductile top' shows when it is over");
  }

  private Finding version(ClusterView cluster) {
    String sentence = "server %s, command %s".formatted(cluster.version(), version);
    return version.contains(cluster.version()) || cluster.version().contains(version)
        ? Finding.good("version", sentence)
        : Finding.note("version", sentence, "use the same version for both");
  }
}

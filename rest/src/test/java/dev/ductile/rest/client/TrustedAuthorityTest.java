package dev.ductile.rest.client;

import static dev.ductile.rest.client.TestServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client trusts the certificates of a file, against a real server with a key of its own. */
@Tag("process")
@Timeout(120)
final class TrustedAuthorityTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @Test
  void onlyAnAuthorityOfTheFileIsTrusted() throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        "server",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=ip:127.0.0.1",
        "-validity",
        "2");
    keytool("-exportcert", "-alias", "server", "-rfc", "-file", "ca.pem");
    try (var server =
        new TestServer(secure(), exchange -> answer(exchange, 200, "text/plain", "live"))) {
      URI address = URI.create("https://127.0.0.1:" + server.port());

      assertThat(probe(address, Optional.of(folder.resolve("ca.pem"))).status()).isEqualTo(200);
      assertThatThrownBy(() -> probe(address, Optional.empty()))
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("no secure connection");
    }
  }

  @Test
  void aFileWithoutCertificatesIsRefused() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.pem"), "");

    assertThatThrownBy(() -> probe(URI.create("https://127.0.0.1:1"), Optional.of(empty)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty.pem");
  }

  private static Probe probe(URI address, Optional<Path> authority) {
    var connection = new Connection(address, Optional.empty(), authority, Duration.ofSeconds(20));
    try (var client = new Client(connection, _ -> {})) {
      return client.probe();
    }
  }

  private HttpsServer secure() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("keys.p12"))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(TestServer.loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }

  private void keytool(String... arguments) throws Exception {
    var command = new java.util.ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(java.util.List.of(arguments));
    command.addAll(
        java.util.List.of("-keystore", "keys.p12", "-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}

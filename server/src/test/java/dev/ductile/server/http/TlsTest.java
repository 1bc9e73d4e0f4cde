package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.server.accounts.Role;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class TlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @Test
  void aCertificateInPkcs12OrPemServesTls() throws Exception {
    Path store = certificate();
    Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    List<TlsSettings> forms = List.of(new TlsSettings.Pkcs12(store, password), pem(store));

    for (TlsSettings form : forms) {
      HttpSettings settings =
          new HttpSettings(
              "127.0.0.1", 0, List.of(), Optional.of(form), false, HttpLimits.usual(), false, "1");
      try (TestService service =
          new TestService(settings, InstantSource.system(), Optional.empty())) {
        assertThat(service.server.address().getScheme()).isEqualTo("https");
        assertThat(ask(store, service))
            .startsWith("HTTP/1.1 200")
            .contains("Strict-Transport-Security: max-age=31536000");
      }
    }
  }

  @Test
  void aRenewedCertificateServesNewConnectionsAndAWrongOneIsRefused() throws Exception {
    Path store = certificate();
    TlsSettings.Pem form = pem(store);
    HttpSettings settings =
        new HttpSettings(
            "127.0.0.1", 0, List.of(), Optional.of(form), false, HttpLimits.usual(), false, "1");
    try (TestService service =
        new TestService(settings, InstantSource.system(), Optional.empty())) {
      assertThat(service.server.changedCertificate()).isEmpty();
      byte[] oldKey = Files.readAllBytes(form.key());
      Files.delete(store);
      Path renewed = certificate();
      pem(renewed);
      byte[] newKey = Files.readAllBytes(form.key());
      Files.write(form.key(), oldKey);
      assertThatThrownBy(service.server::changedCertificate)
          .hasMessage("tls: the key does not belong to the certificate");
      Files.write(form.key(), newKey);

      service.server.changedCertificate().orElseThrow().run();

      assertThat(ask(renewed, service)).startsWith("HTTP/1.1 200");
      assertThat(service.server.changedCertificate()).isEmpty();
    }
  }

  private static String ask(Path store, TestService service)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket("127.0.0.1", service.server.address().getPort())) {
      String request =
          "GET /api/v1/identity HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Authorization: Bearer %s\r\n\r\n".formatted(service.token(Role.VIEWER));
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream input = socket.getInputStream();
      return new String(input.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private Path certificate() throws IOException, InterruptedException {
    Path store = folder.resolve("service.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "service",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.txt").toFile())
            .start();
    assertThat(keytool.waitFor()).as(Files.readString(folder.resolve("keytool.txt"))).isZero();
    return store;
  }

  private TlsSettings.Pem pem(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    Path key = folder.resolve("key.pem");
    Path certificate = folder.resolve("certificate.pem");
    write(key, "PRIVATE KEY", keys.getKey("service", PASSWORD.toCharArray()).getEncoded());
    write(certificate, "CERTIFICATE", keys.getCertificate("service").getEncoded());
    return new TlsSettings.Pem(certificate, key);
  }

  private static void write(Path file, String kind, byte[] encoded) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(encoded);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind));
  }
}

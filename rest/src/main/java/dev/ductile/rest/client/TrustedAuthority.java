package dev.ductile.rest.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificates of a file, which a client trusts instead of those of Java. */
final class TrustedAuthority {
  private TrustedAuthority() {}

  static SSLContext context(Path file) {
    try (InputStream text = new BufferedInputStream(Files.newInputStream(file))) {
      var certificates = CertificateFactory.getInstance("X.509").generateCertificates(text);
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException(
            "%s has no certificate; it must be a PEM file that begins with -----BEGIN CERTIFICATE-----"
                .formatted(file));
      }
      return context(certificates);
    } catch (IOException | GeneralSecurityException unusable) {
      throw new IllegalArgumentException(
          "the certificates of %s cannot be read: %s"
              .formatted(
                  file, String.valueOf(unusable.getMessage()).replaceAll("java\\.\\S+: ", "")),
          unusable);
    }
  }

  private static SSLContext context(Collection<? extends Certificate> certificates)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    int number = 0;
    for (Certificate certificate : certificates) {
      trusted.setCertificateEntry("authority-" + number++, certificate);
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}

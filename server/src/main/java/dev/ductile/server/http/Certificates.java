package dev.ductile.server.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads the certificate and the key of the service. */
final class Certificates {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  /** Protects a key store that is only in memory. */
  private static final String IN_MEMORY = "memory";

  private Certificates() {}

  /** The files as they are now; a key that does not belong to its certificate is an error. */
  static KeyMaterial read(TlsSettings settings) throws IOException {
    try {
      KeyMaterial found =
          switch (settings) {
            case TlsSettings.Pem pem -> new KeyMaterial(store(pem), IN_MEMORY);
            case TlsSettings.Pkcs12 pkcs12 -> store(pkcs12);
          };
      found.requirePairs();
      return found;
    } catch (GeneralSecurityException e) {
      throw new IOException("tls: %s: %s".formatted(settings, e.getMessage()), e);
    }
  }

  private static KeyMaterial store(TlsSettings.Pkcs12 pkcs12)
      throws IOException, GeneralSecurityException {
    String password = Files.readString(pkcs12.passwordFile()).strip();
    return new KeyMaterial(
        KeyStore.getInstance(pkcs12.file().toFile(), password.toCharArray()), password);
  }

  private static KeyStore store(TlsSettings.Pem pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream chain = new ByteArrayInputStream(Files.readAllBytes(pem.certificate()))) {
      Certificate[] certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(chain)
              .toArray(new Certificate[0]);
      store.setKeyEntry("service", key(pem.key()), IN_MEMORY.toCharArray(), certificates);
    }
    return store;
  }

  private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
    String text = Files.readString(file, StandardCharsets.US_ASCII);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          "tls: %s has no line %s; convert the key with openssl pkcs8 -topk8 -nocrypt"
              .formatted(file, BEGIN));
    }
    byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
    return ALGORITHMS.stream()
        .flatMap(algorithm -> key(algorithm, encoded).stream())
        .findFirst()
        .orElseThrow(
            () -> new IOException("tls: the key in %s is none of %s".formatted(file, ALGORITHMS)));
  }

  private static Optional<PrivateKey> key(String algorithm, byte[] encoded) {
    try {
      return Optional.of(
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    } catch (InvalidKeySpecException e) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no " + algorithm, e);
    }
  }
}

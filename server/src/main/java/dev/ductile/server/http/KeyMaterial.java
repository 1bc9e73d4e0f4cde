package dev.ductile.server.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The certificates and keys of the service, as one store with its password. */
record KeyMaterial(KeyStore store, String password) {
  void putIn(SslContextFactory.Server factory) {
    factory.setKeyStore(store);
    factory.setKeyStorePassword(password);
  }

  /** Whether both have the same certificates. */
  boolean hasCertificatesOf(KeyMaterial other) {
    try {
      return certificates().equals(other.certificates());
    } catch (KeyStoreException e) {
      throw new IllegalStateException("a loaded key store cannot be read", e);
    }
  }

  private List<Certificate> certificates() throws KeyStoreException {
    return Collections.list(store.aliases()).stream()
        .flatMap(name -> certificate(name).stream())
        .toList();
  }

  private Optional<Certificate> certificate(String name) {
    try {
      return Optional.ofNullable(store.getCertificate(name));
    } catch (KeyStoreException e) {
      throw new IllegalStateException("a loaded key store cannot be read", e);
    }
  }

  /** Requires that each key belongs to its certificate. */
  void requirePairs() throws GeneralSecurityException, IOException {
    for (String name : Collections.list(store.aliases())) {
      Key key = store.getKey(name, password.toCharArray());
      if (key instanceof PrivateKey signs && !isPair(signs, store.getCertificate(name))) {
        throw new IOException("tls: the key does not belong to the certificate");
      }
    }
  }

  private static boolean isPair(PrivateKey key, Certificate certificate)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm())) {
      return false;
    }
    Signature signature = Signature.getInstance(algorithm(key));
    signature.initSign(key);
    signature.update((byte) 1);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update((byte) 1);
    return signature.verify(signed);
  }

  private static String algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> key.getAlgorithm();
    };
  }
}

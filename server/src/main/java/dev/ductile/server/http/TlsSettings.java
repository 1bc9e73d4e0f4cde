package dev.ductile.server.http;

import java.nio.file.Path;

/** The certificate and the key of the service. */
public sealed interface TlsSettings {
  /** A certificate chain and an unencrypted PKCS #8 key, both in PEM. */
  record Pem(Path certificate, Path key) implements TlsSettings {}

  /** A PKCS #12 file, and a file with its password. */
  record Pkcs12(Path file, Path passwordFile) implements TlsSettings {}
}

package dev.ductile.server.reload;

import java.io.IOException;
import java.util.Optional;

/** The certificate of the server, which is read again with the server file. */
@FunctionalInterface
public interface CertificateSource {
  /**
   * Reads and checks the certificate. The effect serves it; empty if it has not changed.
   *
   * @throws IOException with a sentence for operators if it is wrong
   */
  Optional<Runnable> changed() throws IOException;
}

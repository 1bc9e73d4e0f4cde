package dev.ductile.server.http;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The certificate that the service shows to its clients; it can be read again. */
final class ServedCertificate {
  private final TlsSettings settings;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private volatile KeyMaterial served;

  ServedCertificate(TlsSettings settings) throws IOException {
    this.settings = settings;
    this.served = Certificates.read(settings);
    factory.setSniRequired(false);
    served.putIn(factory);
  }

  SslContextFactory.Server factory() {
    return factory;
  }

  /** Reads the files again. The effect serves them to new connections; empty if they are equal. */
  Optional<Runnable> changed() throws IOException {
    KeyMaterial found = Certificates.read(settings);
    return found.hasCertificatesOf(served) ? Optional.empty() : Optional.of(() -> serve(found));
  }

  private void serve(KeyMaterial found) {
    try {
      factory.reload(_ -> found.putIn(factory));
      served = found;
    } catch (Exception e) {
      throw new IllegalStateException("the certificate cannot be served: " + e.getMessage(), e);
    }
  }
}

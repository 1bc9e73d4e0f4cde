package dev.ductile.server.http;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server of the service: Jetty with a virtual thread for each request. */
public final class HttpServer implements AutoCloseable {
  private static final int THREADS = 16;

  /** Without room in this queue, the kernel lets a client wait for a second. */
  private static final int ACCEPT_QUEUE = 1_024;

  private static final Duration SWEEP = Duration.ofSeconds(1);
  private static final Duration USES = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Logger LOGGER = System.getLogger(HttpServer.class.getName());
  private static final int OUTPUT_BUFFER = 32 * 1024;

  private final HttpSettings settings;
  private final HttpService service;
  private final RouteTable table;
  private final ConnectionGuard guard;
  private final Streams streams;
  private final Optional<ServedCertificate> certificate;
  private final AtomicBoolean running = new AtomicBoolean(true);
  private final Server server;
  private final ServerConnector connector;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("http-timer").unstarted(task));

  private HttpServer(HttpSettings settings, HttpService service) throws IOException {
    this.settings = settings;
    this.service = service;
    this.table = table(settings, service);
    this.guard = new ConnectionGuard(settings.limits(), service.nanoTime());
    this.streams = new Streams(settings.limits());
    this.certificate =
        settings.tls().isPresent()
            ? Optional.of(new ServedCertificate(settings.tls().get()))
            : Optional.empty();
    this.server = new Server(threads());
    this.connector = connector();
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(mostConnections(settings.limits()), connector));
    server.setErrorHandler(new ProblemErrors());
    server.setHandler(new GracefulHandler(dispatcher()));
    server.setStopTimeout(GRACE.toMillis());
  }

  /** Starts to listen. Fails with a sentence if the address is in use. */
  public static HttpServer start(HttpSettings settings, HttpService service) throws IOException {
    HttpServer started = new HttpServer(settings, service);
    try {
      started.server.start();
    } catch (IOException e) {
      throw started.failed(e);
    } catch (Exception e) {
      throw started.failed(new IOException(e.getMessage(), e));
    }
    started.startTimer();
    return started;
  }

  /** Fails with a sentence if another program listens on the address. */
  public static void requireFreePort(HttpSettings settings) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(settings.address(), settings.port()));
    } catch (IOException cause) {
      throw cannotListen(settings, cause);
    }
  }

  /** All routes: those given, and those for accounts and operation. */
  public static RouteTable table(HttpSettings settings, HttpService service) {
    RouteTable described =
        new RouteTable(service.routes())
            .with(AccountRoutes.of(service.accounts(), service.audit()))
            .with(SignInRoutes.of(service.accounts(), service.audit(), service.clock()))
            .with(SystemRoutes.of(service.metrics(), service.unready()));
    return described.with(List.of(SystemRoutes.openApi(described, settings.version())));
  }

  /** The address of the service. */
  public URI address() {
    String scheme = settings.tls().isPresent() ? "https" : "http";
    String host =
        settings.address().contains(":") ? "[" + settings.address() + "]" : settings.address();
    return URI.create(scheme + "://" + host + ":" + connector.getLocalPort());
  }

  /**
   * Reads the certificate again. The effect serves it to new connections; empty if it has not
   * changed, or there is none.
   *
   * @throws IOException with a sentence for operators if the files are wrong
   */
  public Optional<Runnable> changedCertificate() throws IOException {
    return certificate.isPresent() ? certificate.get().changed() : Optional.empty();
  }

  public RouteTable routes() {
    return table;
  }

  /**
   * Takes no more requests, ends the event streams, and waits for the requests that are running. A
   * request that runs for longer than the grace loses its connection.
   */
  @Override
  public void close() {
    running.set(false);
    timer.shutdownNow();
    try {
      server.stop();
    } catch (TimeoutException e) {
      LOGGER.log(
          Level.WARNING,
          "requests that still ran {0} s after the stop began have lost their connections",
          GRACE.toSeconds());
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server does not stop: " + e.getMessage(), e);
    } finally {
      service.accounts().tokens().writeUses();
    }
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool pool = new QueuedThreadPool(THREADS);
    pool.setName("http");
    pool.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("request-", 0).factory()));
    return pool;
  }

  private ServerConnector connector() {
    HttpConnectionFactory http = new HttpConnectionFactory(configuration());
    ServerConnector made =
        certificate
            .map(each ->
                new ServerConnector(
                    server, new SslConnectionFactory(each.factory(), http.getProtocol()), http))
            .orElseGet(() -> new ServerConnector(server, http));
    made.setHost(settings.address());
    made.setPort(settings.port());
    made.setAcceptQueueSize(ACCEPT_QUEUE);
    made.setIdleTimeout(settings.limits().idle().toMillis());
    made.addBean(guard);
    return made;
  }

  /**
   * With as many, no further one is accepted. Idle ones have made room before, if there are any.
   */
  private static int mostConnections(HttpLimits limits) {
    return limits.connections() + limits.connections() / 4;
  }

  private HttpConfiguration configuration() {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setRequestHeaderSize(settings.limits().headerBytes());
    configuration.setOutputBufferSize(OUTPUT_BUFFER);
    if (settings.tls().isPresent()) {
      configuration.addCustomizer(new SecureRequestCustomizer(false));
    }
    return configuration;
  }

  private Dispatcher dispatcher() {
    HttpLimits limits = settings.limits();
    HttpMetrics metrics = new HttpMetrics(service.metrics().registry());
    metrics.gauge("ductile.http.connections", "Open connections.", guard::open);
    metrics.gauge("ductile.event.streams", "Open event streams.", streams::open);
    metrics.counter(
        "ductile.audit.lost",
        "Entries of the audit log that were lost.",
        _ -> service.audit().lost());
    Replies replies = new Replies(service.accounts(), streams, guard, running::get);
    Exchanges exchanges =
        new Exchanges(
            new HostCheck(settings.address(), settings.hosts()),
            table,
            new Gate(service.accounts(), limits, metrics, service.clock()),
            new Bodies(limits, service.nanoTime()),
            replies);
    return new Dispatcher(
        exchanges,
        replies,
        new Observer(
            service.audit(), metrics, service.clock(), service.nanoTime(), settings.accessLog()),
        guard);
  }

  private void startTimer() {
    every(SWEEP, guard::sweep);
    every(USES, service.accounts().tokens()::writeUses);
  }

  /** A task that fails is tried again at its next time. */
  private void every(Duration interval, Runnable task) {
    var _ =
        timer.scheduleAtFixedRate(
            () -> {
              try {
                task.run();
              } catch (RuntimeException e) {
                LOGGER.log(Level.WARNING, "a periodic task of the HTTP server failed", e);
              }
            },
            interval.toMillis(),
            interval.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private static IOException cannotListen(HttpSettings settings, IOException cause) {
    boolean isInUse =
        Stream.iterate((Throwable) cause, Objects::nonNull, Throwable::getCause)
            .limit(8)
            .anyMatch(each -> String.valueOf(each.getMessage()).contains("in use"));
    String reason =
        isInUse
            ? "another program listens there, perhaps another server; choose another port with --port"
            : cause.getMessage();
    return new IOException(
        "cannot listen on %s port %d: %s".formatted(settings.address(), settings.port(), reason),
        cause);
  }

  private IOException failed(IOException cause) {
    timer.shutdownNow();
    return cannotListen(settings, cause);
  }
}

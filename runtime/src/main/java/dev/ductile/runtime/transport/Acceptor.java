package dev.ductile.runtime.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A listening socket. Each connection that it accepts is unauthenticated at first. */
final class Acceptor {
  private static final int BACKLOG = 1_024;

  /** The number of connections that are accepted before others have their turn. */
  private static final int TURN = 64;

  /** The pause in which nothing is accepted when the system can give no more sockets. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Loop loop;
  private final ServerSocketChannel server;
  private final SelectionKey key;
  private final Address address;
  private final Greeting greeting;
  private final Loop.HandlerFactory handlers;

  Acceptor(
      Loop loop, Selector selector, Address wanted, Greeting greeting, Loop.HandlerFactory handlers)
      throws IOException {
    this.loop = loop;
    this.greeting = greeting;
    this.handlers = handlers;
    boolean unix = wanted instanceof Address.Unix;
    server =
        unix
            ? selector.provider().openServerSocketChannel(StandardProtocolFamily.UNIX)
            : selector.provider().openServerSocketChannel();
    try {
      server.bind(wanted.socket(), BACKLOG);
      server.configureBlocking(false);
      key = server.register(selector, SelectionKey.OP_ACCEPT, this);
      address =
          wanted instanceof Address.Tcp(String host, int _)
              ? new Address.Tcp(host, ((InetSocketAddress) server.getLocalAddress()).getPort())
              : wanted;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Its address: a port of 0 is replaced by the one that was free. */
  Address address() {
    return address;
  }

  /** Accepts waiting connections. */
  void accept() {
    try {
      for (int i = 0; i < TURN; i++) {
        SocketChannel channel = server.accept();
        if (channel == null) {
          return;
        }
        admit(channel);
      }
    } catch (IOException e) {
      loop.note("no more sockets", "no connection can be accepted at %s: %s".formatted(address, e));
      key.interestOps(0);
      loop.after(PAUSE, () -> key.interestOps(SelectionKey.OP_ACCEPT));
    }
  }

  private void admit(SocketChannel channel) throws IOException {
    try {
      loop.admit(channel, greeting, new UnadmittedConnection());
    } catch (IOException e) {
      channel.close(); // it was gone before it was accepted
    }
  }

  void close() {
    try {
      server.close();
      if (address instanceof Address.Unix(String path)) {
        Files.deleteIfExists(Path.of(path));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A handler is made only for an authenticated connection. */
  private final class UnadmittedConnection implements Handler {
    @Override
    public void opened(Connection connection) {
      Handler admitted = handlers.create();
      connection.handledBy(admitted);
      admitted.opened(connection);
    }

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
      throw new IllegalStateException("frame on a connection that was not admitted: " + header);
    }

    @Override
    public void closed(Connection connection, String why) {}
  }
}

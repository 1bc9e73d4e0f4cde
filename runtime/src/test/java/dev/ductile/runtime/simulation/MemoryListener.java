package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A socket in memory that listens. */
final class MemoryListener extends ServerSocketChannel implements MemorySelector.Ready {
  private final SimulatedProcess process;
  private final MemoryNetwork network;
  private final Queue<MemorySocket> waiting = new ArrayDeque<>();
  private InetSocketAddress address;

  MemoryListener(SelectorProvider provider, SimulatedProcess process, MemoryNetwork network) {
    super(provider);
    this.process = process;
    this.network = network;
    address = InetSocketAddress.createUnresolved(process.host(), 0);
  }

  SimulatedProcess process() {
    return process;
  }

  /** A connection arrives: the system accepts it for a process that may be busy. */
  MemorySocket arrived(InetSocketAddress from) {
    var socket = new MemorySocket(provider(), process, network);
    socket.remote(from);
    waiting.add(socket);
    process.wake();
    return socket;
  }

  @Override
  public int ready() {
    return MemoryNetwork.operation(!waiting.isEmpty(), SelectionKey.OP_ACCEPT);
  }

  @Override
  public ServerSocketChannel bind(SocketAddress wanted, int backlog) throws IOException {
    var asked = (InetSocketAddress) wanted;
    int port = asked.getPort() == 0 ? network.freePort() : asked.getPort();
    address = InetSocketAddress.createUnresolved(asked.getHostString(), port);
    network.listens(this, address);
    return this;
  }

  @Override
  public @Nullable SocketChannel accept() {
    return waiting.poll();
  }

  @Override
  public SocketAddress getLocalAddress() {
    return address;
  }

  @Override
  protected void implCloseSelectableChannel() {
    network.silenced(this);
  }

  @Override
  protected void implConfigureBlocking(boolean block) {
    // it never blocks
  }

  @Override
  public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public ServerSocket socket() {
    throw new UnsupportedOperationException();
  }
}

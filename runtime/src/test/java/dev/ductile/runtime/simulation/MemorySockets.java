package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** The sockets of one process on a network in memory. */
final class MemorySockets extends SelectorProvider {
  private final SimulatedProcess process;
  private final MemoryNetwork network;

  MemorySockets(SimulatedProcess process, MemoryNetwork network) {
    this.process = process;
    this.network = network;
  }

  @Override
  public SocketChannel openSocketChannel() {
    return new MemorySocket(this, process, network);
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() {
    return new MemoryListener(this, process, network);
  }

  @Override
  public AbstractSelector openSelector() {
    return new MemorySelector(this);
  }

  @Override
  public DatagramChannel openDatagramChannel() throws IOException {
    throw new IOException("no datagrams");
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
    throw new IOException("no datagrams");
  }

  @Override
  public Pipe openPipe() throws IOException {
    throw new IOException("no pipes");
  }
}

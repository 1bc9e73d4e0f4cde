package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** A worker's connections to all shards of the parameters. */
final class Shards implements AutoCloseable {
  private static final long RETRY_NANOS = 10_000_000;
  private static final int MOST_RETRIES = 6_000;

  /** The result of a step of all workers. */
  record Answer(boolean stop, double loss) {}

  private final Socket[] sockets;
  private final DataInputStream[] in;
  private final DataOutputStream[] out;

  Shards(TrainerEnvironment environment, StopSignal signal) throws IOException {
    int count = environment.shards();
    sockets = new Socket[count];
    in = new DataInputStream[count];
    out = new DataOutputStream[count];
    for (int i = 0; i < count; i++) {
      sockets[i] = connect(environment.shardHost(i), environment.shardPort(i), signal);
      sockets[i].setTcpNoDelay(true);
      in[i] = new DataInputStream(new BufferedInputStream(sockets[i].getInputStream()));
      out[i] = new DataOutputStream(new BufferedOutputStream(sockets[i].getOutputStream()));
      out[i].writeInt(environment.index());
      out[i].flush();
    }
  }

  /** The first worker sends the step of the training to the shards. */
  void begin(TrainerState state) throws IOException {
    for (int i = 0; i < out.length; i++) {
      int from = Shard.first(i, out.length);
      int to = Shard.first(i + 1, out.length);
      out[i].writeLong(state.step);
      DoubleArrays.write(out[i], state.values, from, to);
      DoubleArrays.write(out[i], state.velocity, from, to);
      out[i].flush();
    }
  }

  void push(boolean stop, double loss, double[] gradient) throws IOException {
    for (int i = 0; i < out.length; i++) {
      out[i].write(stop ? 1 : 0);
      out[i].writeDouble(loss);
      DoubleArrays.write(
          out[i], gradient, Shard.first(i, out.length), Shard.first(i + 1, out.length));
      out[i].flush();
    }
  }

  Answer pull(TrainerState state) throws IOException {
    boolean stop = false;
    double loss = 0;
    for (int i = 0; i < in.length; i++) {
      stop |= in[i].readByte() == 1;
      loss = in[i].readDouble();
      state.step = in[i].readLong();
      int from = Shard.first(i, in.length);
      int to = Shard.first(i + 1, in.length);
      DoubleArrays.read(in[i], state.values, from, to);
      DoubleArrays.read(in[i], state.velocity, from, to);
    }
    return new Answer(stop, loss);
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static Socket connect(String host, int port, StopSignal signal) throws IOException {
    IOException last = new EOFException("a stop request came before the connection");
    for (int i = 0; i < MOST_RETRIES && !signal.isAsked(); i++) {
      try {
        return new Socket(host, port);
      } catch (IOException e) {
        last = e;
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
    throw last;
  }
}

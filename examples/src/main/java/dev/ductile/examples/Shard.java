package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One part of the parameters. It sums the gradients of all workers in the order of their ranks, so
 * the result does not depend on the speed of workers, and applies the step.
 */
final class Shard {
  private static final int ACCEPT_MILLIS = 100;
  private static final int LONGEST_ACCEPTS = 600;

  private final int from;
  private final int to;
  private final int workers;
  private final int batch;
  private final StopSignal signal;
  private final double[] values = new double[Softmax.PARAMETERS];
  private final double[] velocity = new double[Softmax.PARAMETERS];
  private final double[] sum = new double[Softmax.PARAMETERS];
  private final double[] part = new double[Softmax.PARAMETERS];
  private long step;

  Shard(int number, int count, int workers, int batch, StopSignal signal) {
    this.from = first(number, count);
    this.to = first(number + 1, count);
    this.workers = workers;
    this.batch = batch;
    this.signal = signal;
  }

  /** The first parameter of the shard. */
  static int first(int number, int count) {
    return (int) ((long) Softmax.PARAMETERS * number / count);
  }

  /** Serves the workers until they leave; false if they end in another order. */
  boolean serve(String host, int port) throws IOException {
    var sockets = new @Nullable Socket[workers];
    try (var listener = new ServerSocket(port, workers, InetAddress.getByName(host))) {
      listener.setSoTimeout(ACCEPT_MILLIS);
      var in = new DataInputStream[workers];
      var out = new DataOutputStream[workers];
      for (int i = 0; i < workers; i++) {
        Socket socket = accept(listener);
        socket.setTcpNoDelay(true);
        var hello = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        int rank = hello.readInt();
        sockets[rank] = socket;
        in[rank] = hello;
        out[rank] = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      }
      step = in[0].readLong();
      DoubleArrays.read(in[0], values, from, to);
      DoubleArrays.read(in[0], velocity, from, to);
      reply(out, false, 0);
      return rounds(in, out);
    } finally {
      for (@Nullable Socket socket : sockets) {
        if (socket != null) {
          socket.close();
        }
      }
    }
  }

  private Socket accept(ServerSocket listener) throws IOException {
    for (int i = 0; i < LONGEST_ACCEPTS && !signal.isAsked(); i++) {
      try {
        return listener.accept();
      } catch (SocketTimeoutException e) {
        // no connection yet; check the stop signal
      }
    }
    throw new EOFException("not all " + workers + " workers connected");
  }

  private boolean rounds(DataInputStream[] in, DataOutputStream[] out) throws IOException {
    while (true) {
      boolean stop = false;
      double loss = 0;
      Arrays.fill(sum, 0);
      for (int rank = 0; rank < workers; rank++) {
        int flag = in[rank].read();
        if (flag < 0) {
          return rank == 0;
        }
        stop |= flag == 1;
        loss += in[rank].readDouble();
        DoubleArrays.read(in[rank], part, from, to);
        for (int i = from; i < to; i++) {
          sum[i] += part[i];
        }
      }
      step++;
      MomentumDescent.step(values, velocity, sum, batch, from, to);
      reply(out, stop, loss);
    }
  }

  private void reply(DataOutputStream[] out, boolean stop, double loss) throws IOException {
    for (DataOutputStream worker : out) {
      worker.write(stop ? 1 : 0);
      worker.writeDouble(loss);
      worker.writeLong(step);
      DoubleArrays.write(worker, values, from, to);
      DoubleArrays.write(worker, velocity, from, to);
      worker.flush();
    }
  }
}

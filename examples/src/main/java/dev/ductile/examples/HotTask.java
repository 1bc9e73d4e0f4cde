package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A worker or a server of a hot job. It joins by calling the master, finds it again when it is
 * lost, and says with its next answer that it wants to leave. A server only takes part.
 */
final class HotTask {
  /** The master asks for a share of a step. */
  static final int STEP = 1;

  /** The master says with which code to end. */
  static final int END = 2;

  private static final long RETRY_MILLIS = 20;
  private static final int MOST_FAILURES = 1000;
  private static final int ALONE = 4;

  private final HotSurroundings surroundings;
  private final StopSignal signal;
  private final Digits digits;
  private final Softmax model;
  private final double[] values = new double[Softmax.PARAMETERS];
  private final double[] gradient = new double[Softmax.PARAMETERS];

  HotTask(Options options, HotSurroundings surroundings, StopSignal signal) {
    this.surroundings = surroundings;
    this.signal = signal;
    this.digits = new Digits(options.seed());
    this.model = new Softmax(digits);
  }

  /** Takes part until the master lets it go; the process's exit code. */
  int serve() throws InterruptedException {
    for (int failures = 0; failures < MOST_FAILURES; failures++) {
      try {
        return takePart();
      } catch (IOException e) {
        if (signal.comesWithin(RETRY_MILLIS)) {
          return StopSignal.STOPPED;
        }
      }
    }
    return ALONE;
  }

  private int takePart() throws IOException {
    var master = InetAddress.getByName(surroundings.masterHost());
    try (var socket = new Socket(master, surroundings.masterPort())) {
      socket.setTcpNoDelay(true);
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      boolean worker = surroundings.role().equals("worker");
      HotMember.greet(out, surroundings.token(), worker, surroundings.index());
      for (int word = in.readByte(); word == STEP; word = in.readByte()) {
        answer(in, out);
      }
      return in.readInt();
    }
  }

  private void answer(DataInputStream in, DataOutputStream out) throws IOException {
    long step = in.readLong();
    int from = in.readInt();
    int to = in.readInt();
    Wire.read(in, values, 0, values.length);
    double loss = model.gradient(values, digits.batch(step, Worker.BATCH), from, to, gradient);
    out.writeBoolean(signal.isAsked());
    out.writeDouble(loss);
    Wire.write(out, gradient, 0, gradient.length);
    out.flush();
  }
}

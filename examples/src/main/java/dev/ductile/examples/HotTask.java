package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/**
 * A worker or a server of a hot job. It connects to the master, reconnects after a failure, and
 * sends a request to leave with its next answer. A server has no share of a step.
 */
final class HotTask {
  /** A message of the master: compute a share of a step. */
  static final int STEP = 1;

  /** A message of the master: end with a status. */
  static final int END = 2;

  private static final long RETRY_MILLIS = 20;
  private static final int MOST_FAILURES = 1000;
  private static final int ALONE = 4;

  private final HotTaskEnvironment environment;
  private final StopSignal signal;
  private final Digits digits;
  private final Softmax model;
  private final double[] values = new double[Softmax.PARAMETERS];
  private final double[] gradient = new double[Softmax.PARAMETERS];

  HotTask(TrainerOptions options, HotTaskEnvironment environment, StopSignal signal) {
    this.environment = environment;
    this.signal = signal;
    this.digits = new Digits(options.seed());
    this.model = new Softmax(digits);
  }

  /** Serves the master until it dismisses this task, and returns the exit status. */
  int serve() throws InterruptedException {
    for (int failures = 0; failures < MOST_FAILURES; failures++) {
      try {
        return serveMaster();
      } catch (IOException e) {
        if (signal.comesWithin(RETRY_MILLIS)) {
          return StopSignal.STOPPED;
        }
      }
    }
    return ALONE;
  }

  private int serveMaster() throws IOException {
    var master = InetAddress.getByName(environment.masterHost());
    try (var socket = new Socket(master, environment.masterPort())) {
      socket.setTcpNoDelay(true);
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      boolean worker = environment.role().equals("worker");
      HotMember.greet(out, environment.token(), worker, environment.index());
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
    DoubleArrays.read(in, values, 0, values.length);
    double loss = model.gradient(values, digits.batch(step, Worker.BATCH), from, to, gradient);
    out.writeBoolean(signal.isAsked());
    out.writeDouble(loss);
    DoubleArrays.write(out, gradient, 0, gradient.length);
    out.flush();
  }
}

package dev.ductile.examples;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/** A task of a hot job as its master sees it: a name and a connection. */
final class HotMember implements AutoCloseable {
  /** Longer than any step takes; a member that is silent for this long is stopped or hangs. */
  private static final int LONGEST_SILENCE_MILLIS = 3000;

  private static final int LONGEST_WORD = 128;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final boolean worker;
  private final String name;

  /** The loss of a member's share of a step, and whether the member wants to leave. */
  record Answer(boolean leaves, double loss) {}

  private HotMember(Socket socket, String token) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    if (!word(in).equals(token)) {
      throw new IOException("a connection without the job's token");
    }
    this.worker = in.readBoolean();
    this.name = (worker ? "worker-" : "server-") + in.readInt();
  }

  /** Reads the greeting of a process that has connected, which must know the token. */
  static HotMember greeted(Socket socket, String token) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(LONGEST_SILENCE_MILLIS);
      return new HotMember(socket, token);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  static void greet(DataOutputStream out, String token, boolean worker, int index)
      throws IOException {
    out.writeUTF(token);
    out.writeBoolean(worker);
    out.writeInt(index);
    out.flush();
  }

  boolean isWorker() {
    return worker;
  }

  String name() {
    return name;
  }

  /** Requests the gradient of some samples of a step's batch. */
  void send(TrainerState state, int from, int to) throws IOException {
    out.write(HotTask.STEP);
    out.writeLong(state.step);
    out.writeInt(from);
    out.writeInt(to);
    DoubleArrays.write(out, state.values, 0, state.values.length);
    out.flush();
  }

  Answer receive(double[] gradient) throws IOException {
    boolean leaves = in.readBoolean();
    double loss = in.readDouble();
    DoubleArrays.read(in, gradient, 0, gradient.length);
    return new Answer(leaves, loss);
  }

  /** Tells the member to end with this status. */
  void dismiss(int exitCode) throws IOException {
    out.write(HotTask.END);
    out.writeInt(exitCode);
    out.flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // further messages of the member are not read
    }
  }

  /** Reads the token; a connection without one cannot send a longer text. */
  private static String word(DataInputStream in) throws IOException {
    in.mark(2);
    int length = in.readUnsignedShort();
    if (length > LONGEST_WORD) {
      throw new IOException("a first word of %d bytes".formatted(length));
    }
    in.reset();
    return in.readUTF();
  }
}

package dev.ductile.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A link to a server on this machine that can lose answers: requests still arrive, their answers do
 * not, and the connection ends.
 */
final class LossyLink implements AutoCloseable {
  private static final int NEVER = Integer.MAX_VALUE;

  /** Requests that still arrive after the first lost answer have this long. */
  private static final int LINGER_MILLISECONDS = 30;

  private final ServerSocket listener;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger answers = new AtomicInteger(NEVER);

  private LossyLink(ServerSocket listener, int target) {
    this.listener = listener;
    this.target = target;
  }

  static LossyLink to(int port) throws IOException {
    var link = new LossyLink(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    Thread.ofVirtual().start(link::accept);
    return link;
  }

  /** The same address over this link. */
  String in(String url) {
    return url.replace(":" + target + "/", ":" + listener.getLocalPort() + "/");
  }

  /** Loses all answers after so many. */
  void loseAnswersAfter(int number) {
    answers.set(number);
  }

  void mend() {
    answers.set(NEVER);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.addAll(List.of(client, server));
        Thread.ofVirtual().start(() -> carry(client, server, false));
        Thread.ofVirtual().start(() -> carry(server, client, true));
      }
    } catch (IOException closed) {
      // The link has ended.
    }
  }

  private void carry(Socket from, Socket to, boolean isAnswer) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      var bytes = new byte[8192];
      for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
        if (isAnswer && isLost()) {
          linger(from);
          return;
        }
        out.write(bytes, 0, read);
      }
    } catch (IOException closed) {
      // The other direction has ended.
    }
  }

  private boolean isLost() {
    return answers.getAndUpdate(left -> left == NEVER ? NEVER : Math.max(0, left - 1)) == 0;
  }

  private static void linger(Socket from) throws IOException {
    from.setSoTimeout(LINGER_MILLISECONDS);
    var _ = from.getInputStream().read();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}

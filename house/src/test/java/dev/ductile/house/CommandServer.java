package dev.ductile.house;

import dev.ductile.cli.Main;
import dev.ductile.runtime.process.ParentWatch;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/**
 * A process that runs one command line after the other, for {@link CommandSession}. The command
 * writes to the streams of this process, and reads its standard input from a file.
 */
final class CommandServer {
  private CommandServer() {}

  /** Argument: the socket of the session. The process ends with the session. */
  public static void main(String[] arguments) throws IOException {
    ParentWatch.begin();
    try (var session = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]));
        var requests = new DataInputStream(Channels.newInputStream(session));
        var answers = new DataOutputStream(Channels.newOutputStream(session))) {
      for (int words = requests.readInt(); words >= 0; words = requests.readInt()) {
        answers.writeInt(status(requests, words));
      }
    }
    System.exit(0);
  }

  /** Reads the name of the input and the words of a command line, and runs the command. */
  private static int status(DataInputStream requests, int words) throws IOException {
    String input = requests.readUTF();
    var arguments = new String[words];
    for (int i = 0; i < words; i++) {
      arguments[i] = requests.readUTF();
    }
    try (InputStream standard = new FileInputStream(input)) {
      System.setIn(standard);
      return Main.execute(arguments);
    }
  }
}

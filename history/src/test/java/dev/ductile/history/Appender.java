package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A process that appends to a journal until it is killed, and prints the number of each batch. */
final class Appender {
  private static final int MOST = 100_000;

  private Appender() {}

  public static void main(String[] arguments) throws IOException {
    var codec = new EventCodec(EveryEvent.CATALOG);
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    try (var journal = FileJournal.open(Path.of(arguments[0]), codec, _ -> {})) {
      for (int number = 1; number <= MOST; number++) {
        journal.append(List.of(new Event.Finished(Instant.EPOCH, new JobId("job-" + number))));
        out.println(number);
      }
    }
  }

  static List<String> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> "job-" + number).toList();
  }
}

package dev.ductile.journal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.SplittableRandom;

/**
 * A process that appends batches of one to five events to a journal until it is killed. It prints
 * the number of the last event of each batch when the batch is acknowledged.
 */
final class Appender {
  private static final int MOST = 100_000;

  private Appender() {}

  public static void main(String[] arguments) {
    var random = new SplittableRandom(Long.parseLong(arguments[1]));
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    try (Database database = Database.open(arguments[0])) {
      DatabaseJournal journal = Journals.of(database, "appender");
      for (int batch = 0; batch < MOST; batch++) {
        long first = journal.lastEvent() + 1;
        journal.append(Journals.events(first, first + random.nextInt(5)));
        out.println(journal.lastEvent());
      }
    }
  }
}

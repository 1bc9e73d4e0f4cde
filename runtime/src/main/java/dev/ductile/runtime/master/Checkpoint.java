package dev.ductile.runtime.master;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.Standing;
import java.util.List;

/**
 * A whole state of the job that lies on disk.
 *
 * @param step the step that comes next
 * @param directory where it lies
 * @param files what the servers wrote
 * @param cursors where splits go on that are read by cursors
 */
public record Checkpoint(
    long step, String directory, List<WrittenFile> files, List<Standing.Cursor> cursors) {
  public Checkpoint {
    files = List.copyOf(files);
    cursors = List.copyOf(cursors);
  }
}

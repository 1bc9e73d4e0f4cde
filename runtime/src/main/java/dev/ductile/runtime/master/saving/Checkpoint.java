package dev.ductile.runtime.master.saving;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.TaskState;
import java.util.List;

/**
 * A complete state of the job on disk.
 *
 * @param step the next step after it
 * @param directory its folder
 * @param files the parts that the servers wrote
 * @param cursors the next position in each split that is read by a cursor
 */
public record Checkpoint(
    long step, String directory, List<WrittenFile> files, List<TaskState.Cursor> cursors) {
  public Checkpoint {
    files = List.copyOf(files);
    cursors = List.copyOf(cursors);
  }
}

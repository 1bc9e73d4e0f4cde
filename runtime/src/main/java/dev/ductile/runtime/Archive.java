package dev.ductile.runtime;

import dev.ductile.runtime.master.Checkpoint;
import dev.ductile.runtime.master.Shelf;
import dev.ductile.runtime.protocol.Standing;
import dev.ductile.runtime.state.CheckpointIndex;
import dev.ductile.runtime.state.Checkpoints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The checkpoints on disk, in a master's words. */
record Archive(Checkpoints checkpoints) implements Shelf {
  @Override
  public void seal(Checkpoint checkpoint) throws IOException {
    var cursors =
        checkpoint.cursors().stream()
            .map(each -> new CheckpointIndex.Cursor(each.split(), each.safe(), each.next()))
            .toList();
    checkpoints.seal(
        Path.of(checkpoint.directory()), checkpoint.step(), checkpoint.files(), cursors);
  }

  /** Where a job that was stopped goes on. */
  @Override
  public Optional<Checkpoint> newest() throws IOException {
    return checkpoints.newest().map(Archive::checkpoint);
  }

  private static Checkpoint checkpoint(Checkpoints.Found found) {
    CheckpointIndex index = found.index();
    return new Checkpoint(
        index.step(),
        found.directory().toString(),
        index.parts().stream().map(CheckpointIndex.Part::file).toList(),
        index.cursors().stream()
            .map(each -> new Standing.Cursor(each.split(), each.safe(), each.next()))
            .toList());
  }
}

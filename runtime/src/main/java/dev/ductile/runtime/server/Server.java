package dev.ductile.runtime.server;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Standing;
import dev.ductile.runtime.replication.PartitionStore;
import dev.ductile.runtime.replication.Replication;
import dev.ductile.runtime.task.Part;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A task that keeps partitions of the parameters, as primary or as follower. */
public final class Server implements Part {
  private final Task.Surroundings around;
  private final Function<TrainingJob, Model> models;
  private final Consumer<String> listener;
  private Optional<Keeper> keeper = Optional.empty();
  private boolean leaving;

  /**
   * A server that hears from the master what it is to keep.
   *
   * @param listener hears of what goes wrong without harm to the job
   */
  public Server(
      Task.Surroundings around, Function<TrainingJob, Model> models, Consumer<String> listener) {
    this.around = around;
    this.models = models;
    this.listener = listener;
  }

  @Override
  public Standing standing() {
    return keeper.map(Keeper::standing).orElse(Standing.NONE);
  }

  @Override
  public void hear(Message message) {
    switch (message) {
      case Message.Welcome(int _, TrainingJob job) -> welcome(job);
      case Message.Stop(int exitCode, String _) -> around.end(exitCode);
      case Message.Halt halt -> keeper().halt(halt);
      case Message.Assign assign -> keeper().assign(assign);
      case Message.Resume resume -> keeper().resume(resume.generation());
      case Message.Follow follow -> keeper().follow(follow);
      case Message.Save save -> keeper().save(save);
      case Message.Fetch _,
          Message.Register _,
          Message.Stood _,
          Message.Ready _,
          Message.Synced _,
          Message.Fetched _,
          Message.Progress _,
          Message.Leave _,
          Message.Suspect _,
          Message.Saved _,
          Message.NotSaved _,
          Message.NotLoaded _,
          Message.Broken _ ->
          throw new IllegalArgumentException("a server is not told " + message);
    }
  }

  private void welcome(TrainingJob job) {
    if (keeper.isEmpty()) {
      var store = new PartitionStore(job, models.apply(job));
      String file = "server-%d".formatted(around.master().task());
      var first =
          new Keeper(
              new Replication(
                  around, store, file, all -> around.master().send(new Message.Synced(all))));
      keeper = Optional.of(first);
      around.loop().work(first::slice);
    }
    if (leaving) {
      leave();
    }
  }

  /** For tests. */
  Optional<Keeper> inside() {
    return keeper;
  }

  private Keeper keeper() {
    return keeper.orElseThrow(
        () -> new IllegalArgumentException("the master has said something before its welcome"));
  }

  @Override
  public void frame(Connection from, Header header, ByteBuffer payload) {
    keeper().frame(from, header, payload);
  }

  @Override
  public void lost(int peer, String why) {
    keeper.ifPresent(known -> known.lost(peer, why));
  }

  @Override
  public void leave() {
    leaving = true;
    around.master().send(new Message.Leave());
  }
}

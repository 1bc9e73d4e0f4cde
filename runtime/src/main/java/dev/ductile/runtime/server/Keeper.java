package dev.ductile.runtime.server;

import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.protocol.Standing;
import dev.ductile.runtime.state.Batch;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Header;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A server that belongs to a job: what it does in a generation, and from one to the next. */
final class Keeper {
  private final Context context;
  private final Saving saving;
  private final Loading loading;
  private Phase phase = Phase.OUTSIDE;

  /** The last generation of which the master has told. */
  private int told;

  /** That it is to stand, and where; empty once it does. */
  private Optional<Message.Halt> halt = Optional.empty();

  private Followers followers;
  private Following following;
  private Pace pace;
  private Pulls pulls;

  Keeper(Context context) {
    this.context = context;
    saving = new Saving(context);
    context.stock().watchedBy(saving::beforeChange);
    loading = new Loading(context);
    followers = new Followers(context);
    following = new Following(context);
    pace = pace();
    pulls = new Pulls(context, pace);
  }

  private Pace pace() {
    return context.isLockstep()
        ? new Lockstep(context, followers, this::changed)
        : new Stream(context, followers, this::changed);
  }

  private void changed() {
    saving.reached();
    pulls.retry();
  }

  /** What is done while nothing comes in; whether there is more of it. */
  boolean slice() {
    haltAtBoundary();
    boolean more = phase != Phase.READY && context.stock().slice();
    more |= saving.slice();
    return followers.slice(pace) || more;
  }

  /** For tests. */
  int generation() {
    return context.generation();
  }

  // ---- regroup

  Standing standing() {
    List<Standing.Held> held =
        good().stream()
            .map(
                copy -> new Standing.Held(copy.partition().id(), copy.version(), copy.isPrepared()))
            .toList();
    return new Standing(context.lastPart(), context.step(), held, List.of(), cursors());
  }

  /** The copies that are as good as any other. */
  List<Copy> good() {
    return context.stock().all().stream()
        .filter(copy -> phase == Phase.HALTED || isGood(copy.partition().id()))
        .toList();
  }

  private boolean isGood(int partition) {
    return context.members().keeps(partition) || following.isComplete(partition);
  }

  private List<Standing.Cursor> cursors() {
    List<Copy> copies = good();
    if (copies.isEmpty() || context.stock().job().readsBySteps()) {
      return List.of();
    }
    return IntStream.range(0, context.stock().job().data().splits())
        .mapToObj(split ->
            new Standing.Cursor(
                split,
                safe(copies.stream().mapToLong(copy -> copy.mark(split))),
                copies.stream().mapToLong(copy -> copy.next(split)).max().orElse(0)))
        .toList();
  }

  /** Where all make a step together, who has applied it knows that it counts. */
  private long safe(LongStream marks) {
    return (context.isLockstep() ? marks.max() : marks.min()).orElse(0);
  }

  /**
   * Stands where all copies have the sums of the step before the clock, or at once. To apply them
   * is left to the generation that comes: that takes as long as a step needs, and nobody waits.
   */
  void halt(Message.Halt wanted) {
    if (wanted.generation() > told) {
      halt = Optional.of(wanted);
      haltAtBoundary();
    }
  }

  private void haltAtBoundary() {
    if (halt.isPresent() && isAtBoundary(halt.get().clock())) {
      int generation = halt.get().generation();
      halt = Optional.empty();
      stand(generation);
    }
  }

  private boolean isAtBoundary(long clock) {
    boolean even = !phase.serves() || pace.isPreparedFor(clock);
    return clock == 0
        || (even && context.stock().all().stream().allMatch(copy -> isPreparedFor(copy, clock)));
  }

  private static boolean isPreparedFor(Copy copy, long clock) {
    return copy.version() + (copy.isPrepared() ? 1 : 0) >= clock;
  }

  private void stand(int generation) {
    told = generation;
    if (phase != Phase.HALTED) {
      context.stock().keepOnly(this::isGood);
    }
    context.leaveFor(generation);
    begin(Phase.HALTED);
    context.tell(new Message.Stood(generation, standing(), Optional.empty()));
  }

  private void begin(Phase next) {
    phase = next;
    saving.forget();
    followers = new Followers(context);
    following = new Following(context);
    pace = pace();
    pulls = new Pulls(context, pace);
  }

  void assign(Message.Assign assign) {
    if (assign.generation() < told) {
      return;
    }
    told = assign.generation();
    halt = Optional.empty();
    var members = new Membership(context.self(), assign.roster(), assign.table());
    context.enter(assign.generation(), assign.step(), members);
    context.stock().keepOnly(members::keeps);
    begin(Phase.LOADING);
    switch (assign.start()) {
      case Message.Start.Commit() -> {
        context.stock().all().forEach(this::commit);
        check();
        ready(assign.generation());
      }
      case Message.Start.Discard() -> {
        context.stock().all().forEach(Copy::discard);
        check();
        ready(assign.generation());
      }
      case Message.Start.Fresh() -> begin(fresh(members, assign.step()), assign);
      case Message.Start.Restore(String directory) ->
          loading.load(path(directory), members.kept(), assign, copies -> begin(copies, assign));
    }
  }

  private Path path(String directory) {
    return context.around().place().path(directory);
  }

  private List<Copy> fresh(Membership members, long step) {
    return members.kept().stream().map(kept -> context.stock().fresh(kept, step)).toList();
  }

  /** These are the numbers that the generation begins with, if it is still the one. */
  private void begin(List<Copy> copies, Message.Assign assign) {
    if (assign.generation() == context.generation() && phase == Phase.LOADING) {
      for (Copy copy : copies) {
        context.stock().put(copy);
        for (Standing.Cursor cursor : assign.cursors()) {
          copy.mark(new Batch.Mark(cursor.split(), cursor.safe()));
        }
      }
      check();
      ready(assign.generation());
    }
  }

  /**
   * A step that the regroup has committed counts here too. It is applied later, as any step is, so
   * that others do not wait for that to get ready.
   */
  private void commit(Copy copy) {
    if (copy.isPrepared() && copy.version() == context.step() - 1) {
      context.stock().commit(copy);
    } else {
      copy.discard();
    }
  }

  private void check() {
    for (int partition : context.members().kept()) {
      OptionalLong version = context.stock().version(partition);
      if (version.isEmpty() || !isUpToDate(version.getAsLong())) {
        throw new IllegalStateException(
            "task %d is to keep partition %d at version %d, and has %s"
                .formatted(context.self(), partition, context.step(), standing()));
      }
    }
  }

  private void ready(int generation) {
    phase = Phase.READY;
    context.tell(new Message.Ready(generation));
  }

  private boolean isUpToDate(long version) {
    return !context.isLockstep() || version == context.step();
  }

  void resume(int generation) {
    if (generation == context.generation() && phase == Phase.READY) {
      phase = Phase.RUNNING;
    }
  }

  void follow(Message.Follow wanted) {
    if (phase.serves()) {
      followers.follow(wanted);
    }
  }

  void save(Message.Save wanted) {
    saving.want(wanted);
    if (phase.serves()) {
      saving.reached();
    }
  }

  void lost(int peer, String why) {
    boolean matters = phase.serves() && followers.has(peer);
    following.lost(peer);
    followers.lost(peer);
    if (matters) { // of others it is for them to come again
      context.tell(new Message.Suspect(peer, why));
    }
  }

  // ---- frames

  void frame(Connection from, Header header, ByteBuffer payload) {
    switch (Kind.of(header.kind())) {
      case PULL, PUSH, PUSH_KEYED, PUSHED, COMMIT -> {
        if (isCurrent(from, header, phase.serves())) {
          fromWorker(from, header, payload);
        }
      }
      case SNAPSHOT, UPDATE, UPDATE_KEYED, COMMITTED -> {
        adopt(header.generation());
        if (isCurrent(from, header, phase.follows())) {
          fromPrimary(from, header, payload);
        }
      }
      case UPDATED -> {
        if (header.generation() == context.generation()) {
          followers.answered(from.peer(), header);
        }
      }
      case REFUSED -> {
        // whoever is left behind hears from the master
      }
      case HELLO, CONTROL, VALUES, PREPARED, HURRY, GET_SPLIT, SPLIT, REDUCE, ACCEPTED, FIGURES ->
          throw new IllegalArgumentException("a server has no use for " + header);
    }
  }

  /**
   * A frame of an older generation is refused; the connection stays, for who has just missed it.
   */
  private boolean isCurrent(Connection from, Header header, boolean wanted) {
    if (header.generation() < context.generation()) {
      from.send(context.header(Kind.REFUSED, -1, 0, 0));
      return false;
    }
    if (header.generation() > context.generation() || !wanted) {
      throw new IllegalArgumentException(
          "generation %d, and this is %d, %s"
              .formatted(header.generation(), context.generation(), phase));
    }
    return true;
  }

  /**
   * Who is in no generation's table follows whatever generation asks for it; what the master says
   * is still compared to what the master has said.
   */
  private void adopt(int generation) {
    boolean idle = phase.follows() && phase != Phase.HALTED && context.members().kept().isEmpty();
    if (generation > context.generation() && idle) {
      context.followIn(generation);
      context.stock().keepOnly(partition -> false);
      begin(Phase.OUTSIDE);
    }
  }

  private void fromWorker(Connection from, Header header, ByteBuffer payload) {
    int worker = from.peer();
    if (!context.members().workers().contains(worker)) {
      throw new IllegalArgumentException(
          "task %d is no worker of generation %d".formatted(worker, context.generation()));
    }
    context.heardFrom(worker, from);
    switch (Kind.of(header.kind())) {
      case PULL -> pulls.pull(worker, header, payload);
      case PUSHED -> pace.pushed(worker, header, payload);
      case COMMIT -> pace.commit(worker, header);
      default -> pace.push(worker, header, payload);
    }
  }

  private void fromPrimary(Connection from, Header header, ByteBuffer payload) {
    switch (Kind.of(header.kind())) {
      case SNAPSHOT -> following.snapshot(from, header, payload);
      case COMMITTED -> following.committed(from, header);
      default -> following.update(from, header, payload);
    }
  }
}

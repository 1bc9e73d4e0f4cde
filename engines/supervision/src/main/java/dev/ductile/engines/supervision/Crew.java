package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The posts of a hot job: fills them, fills them again when somebody has died, and gives back what
 * they held when somebody has left.
 */
final class Crew {
  private final Terms terms;
  private final Machine machine;
  private final MasterVoice voice;
  private final Post master;
  private final List<Post> posts = new ArrayList<>();
  private Allocation target;
  private Instant changedAt;

  /** A crew without processes; what its tasks are to hold is taken from the room already. */
  Crew(Terms terms, Allocation target, Machine machine, MasterVoice voice) throws IOException {
    this.terms = terms;
    this.target = target;
    this.machine = machine;
    this.voice = voice;
    this.changedAt = machine.now();
    this.master = post(Role.MASTER, 0, target.shares().getFirst().node());
    for (Moves.Berth berth : Moves.towards(target, List.of()).missing()) {
      posts.add(post(berth.role(), freeIndex(berth.role()), berth.node()));
    }
  }

  /** The tasks of an earlier engine. */
  Crew(Terms terms, Allocation target, Machine machine, MasterVoice voice, FoundGeneration found) {
    this.terms = terms;
    this.target = target;
    this.machine = machine;
    this.voice = voice;
    this.changedAt = machine.now();
    this.master = post(found.master().orElseThrow(), found);
    found.tasks().stream()
        .filter(each -> each.spec().id().role() != Role.MASTER)
        .forEach(each -> posts.add(post(each, found)));
  }

  private Post post(DurableLauncher.Found each, FoundGeneration found) {
    Seat seat = FoundGeneration.seat(each);
    var lease = machine.platform().addresses().leased(List.of(seat.address()));
    var post = new Post(seat, lease, machine::dismiss);
    Consumer<TaskEvent.Line> ear = seat.role() == Role.MASTER ? this::masterSays : _ -> {};
    Task task = new Launch(terms, machine).task(each.spec().id(), seat, ear);
    post.takeOver(
        task,
        each.stopping() && seat.role() != Role.MASTER,
        changedAt,
        terms.spec().program().grace());
    found.follow(task);
    return post;
  }

  /** Starts everybody, the master first, so that the others find it soon. */
  void begin(Instant now) {
    for (Post post : everybody().toList()) {
      fill(post, now);
    }
  }

  /** What those who come from now on are told. */
  void headFor(Allocation newTarget) {
    target = newTarget;
  }

  /** Another task, if there is room for it. */
  boolean add(Moves.Berth berth, Instant now) throws IOException {
    Post post = post(berth.role(), freeIndex(berth.role()), berth.node());
    if (!machine.room().take(berth.share(), terms.spec().demand())) {
      post.close();
      return false;
    }
    posts.add(post);
    refill(post, now);
    return true;
  }

  void dismiss(List<Seat> seats, Instant now) {
    changedAt = now;
    posts.stream()
        .filter(post -> seats.contains(post.seat()))
        .forEach(post -> post.dismiss(now, terms.spec().program().grace()));
  }

  /** Notices who has ended and fills what is due, until the master has said its last word. */
  void look(Instant now, Duration graceOfTheRest) {
    everybody().forEach(post -> post.look(now, graceOfTheRest));
    for (Post gone : posts.stream().filter(Post::isLeaving).filter(Post::isVacant).toList()) {
      changedAt = now;
      machine.room().give(berth(gone).share(), terms.spec().demand());
      gone.close();
      posts.remove(gone);
    }
    everybody()
        .filter(post -> post.task().filter(task -> isDead(task, now)).isPresent())
        .forEach(post -> bury(post, post.task().map(Task::obituary).orElse(""), now));
    everybody().filter(post -> post.isDue(now)).forEach(post -> refill(post, now));
  }

  /** Kills whoever holds the post of this name, if he did at that time. */
  void replace(String name, String why, Instant at) {
    everybody()
        .filter(post -> post.seat().name().equals(name) && post.startedAt().isBefore(at))
        .filter(post -> post.task().filter(task -> !task.isOver()).isPresent())
        .forEach(post -> {
          if (post.task().filter(Task::isKilled).isEmpty()) {
            note(post.seat() + " is killed and started anew: " + why);
          }
          post.task().ifPresent(task -> task.kill(why));
        });
  }

  /** All went on together, so earlier deaths have no more to say. */
  void forgive() {
    everybody().forEach(Post::forgive);
  }

  Post master() {
    return master;
  }

  Stream<Post> everybody() {
    return Stream.concat(Stream.of(master), posts.stream());
  }

  /** Those who are not asked to leave. */
  List<Seat> staying() {
    return posts.stream().filter(post -> !post.isLeaving()).map(Post::seat).toList();
  }

  Allocation where() {
    return where(staying());
  }

  /** When somebody last came, left or died. */
  Instant changedAt() {
    return changedAt;
  }

  boolean isAnybodyLeaving() {
    return posts.stream().anyMatch(Post::isLeaving);
  }

  /** Whether everybody is up and, as the master says, takes part. */
  boolean isSettled() {
    return !isAnybodyLeaving()
        && everybody().allMatch(Post::isUp)
        && voice.last().filter(this::saysSo).isPresent();
  }

  Optional<Post> find(Predicate<Post> test) {
    return everybody().filter(test).findFirst();
  }

  /** Lets go of everybody and of what they held. */
  void close() {
    Allocation held = where(posts.stream().map(Post::seat).toList());
    machine.room().give(held, terms.spec().demand());
    everybody().forEach(Post::close);
    posts.clear();
  }

  private boolean saysSo(MasterVoice.Word word) {
    Size size = where().size();
    return word.running()
        && !word.at().isBefore(changedAt)
        && word.size().orElse(size).equals(size);
  }

  /**
   * Whether the task is gone though it was not to go. The master's regular end is the job's; and
   * who is done may be a moment before it.
   */
  private boolean isDead(Task task, Instant now) {
    int code = task.exitCode().orElse(0);
    if (!task.isOver() || Generation.endsTheJob(code)) {
      return false;
    }
    if (task.seat().role() == Role.MASTER) {
      return code != 0 && code != Generation.STOPPED;
    }
    boolean inOrder = code == 0 || code == Generation.STOPPED;
    Duration patience = machine.settings().patience().crash();
    return !inOrder || Duration.between(task.endedAt(), now).compareTo(patience) >= 0;
  }

  private void bury(Post post, String obituary, Instant now) {
    changedAt = now;
    int deaths = post.deaths();
    Duration wait = deaths == 0 ? Duration.ZERO : machine.settings().patience().restart(deaths);
    post.bury(obituary, now.plus(wait));
    note(obituary + "; it is started again");
  }

  private void refill(Post post, Instant now) {
    changedAt = now;
    fill(post, now);
  }

  private void fill(Post post, Instant now) {
    Seat seat = post.seat();
    var contract = new HotContract(terms, master.seat().address());
    var environment = contract.environment(seat, target, machine.environment());
    Consumer<TaskEvent.Line> ear = post == master ? this::masterSays : _ -> {};
    var order = new Launch.Start(seat, post.nextStart(), environment, List.of(seat.address()), ear);
    post.take(new Launch(terms, machine).start(List.of(order)).getFirst(), now);
  }

  private void masterSays(TaskEvent.Line line) {
    voice.accept(line.text(), line.at());
    machine.ear().accept(terms.spec().id(), line.text());
  }

  private Post post(Role role, int index, NodeId node) throws IOException {
    Addresses.Lease lease = machine.platform().addresses().lease(List.of(node));
    lease.free();
    return new Post(
        new Seat(role, index, node, index, lease.addresses().getFirst()), lease, machine::dismiss);
  }

  private int freeIndex(Role role) {
    List<Integer> used =
        posts.stream()
            .map(Post::seat)
            .filter(seat -> seat.role() == role)
            .map(Seat::index)
            .toList();
    int index = 0;
    while (used.contains(index)) {
      index++;
    }
    return index;
  }

  private void note(String line) {
    machine.notes().accept("job %s: %s".formatted(terms.spec().id(), line));
  }

  private static Moves.Berth berth(Post post) {
    return new Moves.Berth(post.seat().role(), post.seat().node());
  }

  static Allocation where(List<Seat> seats) {
    Map<NodeId, Size> sizes = new HashMap<>();
    for (Seat seat : seats) {
      Size one = seat.role() == Role.WORKER ? new Size(1, 0) : new Size(0, 1);
      sizes.merge(seat.node(), one, Size::plus);
    }
    return Allocation.of(sizes);
  }
}

package dev.ductile.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The master of a hot job. It holds the parameters and makes every step with the members at its
 * beginning; a step in which a member is lost is repeated, so no sample counts twice.
 */
final class HotMaster {
  private static final int BACKLOG = 64;
  private static final long LOOK_NANOS = 5_000_000;
  private static final long LONGEST_GATHERING_NANOS = 5_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  private final TrainerOptions options;
  private final HotTaskEnvironment environment;
  private final StopSignal signal;
  private final PrintStream out;
  private final Queue<HotMember> arrivals = new ConcurrentLinkedQueue<>();
  private final List<HotMember> members = new ArrayList<>();
  private final double[] part = new double[Softmax.PARAMETERS];
  private final double[] sum = new double[Softmax.PARAMETERS];
  private TrainerState state = new TrainerState();
  private long checkpoint;
  private long nextStepAt;
  private long pausedNanos;

  HotMaster(
      TrainerOptions options, HotTaskEnvironment environment, StopSignal signal, PrintStream out) {
    this.options = options;
    this.environment = environment;
    this.signal = signal;
    this.out = out;
  }

  /** Trains until the last step or a stop request, and returns the exit status. */
  int lead() throws IOException {
    state = TrainerState.load(environment.checkpoints());
    checkpoint = state.step;
    var host = InetAddress.getByName(environment.masterHost());
    try (var door = new ServerSocket(environment.masterPort(), BACKLOG, host)) {
      Thread.ofPlatform().daemon().start(() -> welcome(door));
      gather();
      int code = steps();
      save();
      report("\"phase\": \"over\"");
      members.forEach(member -> dismiss(member, code));
      return code;
    }
  }

  private void welcome(ServerSocket door) {
    while (!door.isClosed()) {
      try {
        Socket socket = door.accept();
        Thread.ofVirtual().start(() -> greet(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void greet(Socket socket) {
    try {
      arrivals.add(HotMember.greeted(socket, environment.token()));
    } catch (IOException e) {
      out.println("a connection is refused: " + e.getMessage());
    }
  }

  /** Waits for all members up to a limit; a member may join later. */
  private void gather() {
    long end = System.nanoTime() + LONGEST_GATHERING_NANOS;
    int wanted = environment.workers() + environment.servers();
    while (!signal.isAsked() && members.size() < wanted && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_NANOS);
      admit();
    }
  }

  private int steps() throws IOException {
    nextStepAt = System.nanoTime();
    report("\"phase\": \"running\"");
    while (state.step < options.steps()) {
      if (signal.isAsked()) {
        return StopSignal.STOPPED;
      }
      long boundary = System.nanoTime();
      boolean changed = admit();
      if (workers() == 0) {
        LockSupport.parkNanos(LOOK_NANOS);
        pausedNanos += System.nanoTime() - boundary;
      } else {
        pausedNanos += changed ? System.nanoTime() - boundary : 0;
        step(boundary);
      }
    }
    return 0;
  }

  private void step(long boundary) throws IOException {
    var leavers = new ArrayList<HotMember>();
    OptionalDouble loss = gradient(leavers);
    if (loss.isEmpty()) {
      pausedNanos += System.nanoTime() - boundary;
      return;
    }
    keepPace();
    state.step++;
    MomentumDescent.step(state.values, state.velocity, sum, Worker.BATCH, 0, sum.length);
    if (options.checkpointEvery() > 0 && state.step % options.checkpointEvery() == 0) {
      save();
    }
    long end = System.nanoTime();
    members.removeAll(leavers);
    report("\"loss\": " + loss.getAsDouble() / Worker.BATCH);
    leavers.forEach(leaver -> dismiss(leaver, StopSignal.STOPPED));
    pausedNanos += leavers.isEmpty() ? 0 : System.nanoTime() - end;
  }

  /** Sums the gradients of the batch and returns its loss; empty if a member was lost. */
  private OptionalDouble gradient(List<HotMember> leavers) {
    var asked = List.copyOf(members);
    int workers = workers();
    int rank = 0;
    for (HotMember member : asked) {
      int next = rank + (member.isWorker() ? 1 : 0);
      send(member, Worker.BATCH * rank / workers, Worker.BATCH * next / workers);
      rank = next;
    }
    double loss = 0;
    Arrays.fill(sum, 0);
    for (HotMember member : List.copyOf(members)) {
      loss += receive(member, leavers);
    }
    boolean complete = members.size() == asked.size();
    return complete ? OptionalDouble.of(loss) : OptionalDouble.empty();
  }

  private void send(HotMember member, int from, int to) {
    try {
      member.send(state, from, to);
    } catch (IOException e) {
      lose(member, e);
    }
  }

  private double receive(HotMember member, List<HotMember> leavers) {
    try {
      HotMember.Answer answer = member.receive(part);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += part[i];
      }
      if (answer.leaves()) {
        leavers.add(member);
      }
      return answer.loss();
    } catch (IOException e) {
      lose(member, e);
      return 0;
    }
  }

  /** A stopped member keeps its connection, so the master asks the engine to replace it. */
  private void lose(HotMember member, IOException why) {
    members.remove(member);
    member.close();
    if (why instanceof SocketTimeoutException) {
      out.println(
          "{\"replace\": \"%s\", \"why\": \"it does not answer\"}".formatted(member.name()));
      out.flush();
    }
  }

  private void dismiss(HotMember member, int exitCode) {
    try (member) {
      member.dismiss(exitCode);
    } catch (IOException e) {
      // the member has ended already
    }
  }

  /** Whether a member has joined; a member that joins again was lost before. */
  private boolean admit() {
    boolean came = false;
    for (HotMember next = arrivals.poll(); next != null; next = arrivals.poll()) {
      String name = next.name();
      members.removeIf(member -> member.name().equals(name));
      members.add(next);
      came = true;
    }
    members.sort(Comparator.comparing(HotMember::name));
    return came;
  }

  private int workers() {
    return (int) members.stream().filter(HotMember::isWorker).count();
  }

  private void save() throws IOException {
    state.save(environment.checkpoints());
    checkpoint = state.step;
  }

  private void report(String more) {
    String paused = "";
    if (pausedNanos > 0) {
      paused = String.format(Locale.ROOT, ", \"paused\": %.3f", pausedNanos / NANOS_PER_MILLI);
      pausedNanos = 0;
    }
    out.println(
        "{\"step\": %d, %s, \"checkpoint\": %d, \"workers\": %d, \"servers\": %d%s}"
            .formatted(
                state.step, more, checkpoint, workers(), members.size() - workers(), paused));
    out.flush();
  }

  /** Waits until the emulated accelerators would end the step; later steps make up for a delay. */
  private void keepPace() {
    long step = options.stepNanos(workers());
    nextStepAt = Math.max(nextStepAt, System.nanoTime() - step) + step;
    for (long left = nextStepAt - System.nanoTime();
        left > 0;
        left = nextStepAt - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}

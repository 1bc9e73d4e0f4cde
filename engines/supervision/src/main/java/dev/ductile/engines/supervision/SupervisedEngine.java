package dev.ductile.engines.supervision;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Supervises jobs on any platform whose {@link Launcher} starts and ends tasks. One thread
 * supervises all jobs; orders and reports pass through queues. The contract with the tasks is in
 * docs/reference/process-contract.md.
 */
public class SupervisedEngine implements Engine, Clock {
  private static final Duration LONGEST_IDLENESS = Duration.ofHours(1);

  /** The time between two requests for the running tasks, while the launcher cannot list them. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Platform platform;
  private final Settings settings;
  private final InstantSource time;
  private final PauseDetector pauses;
  private final EventQueue events;
  private final OrderQueue inbox;
  private final EndedTasks endedTasks;
  private final EngineContext context;
  private final Adoption adoption;
  private final NodeChanges nodeChanges = new NodeChanges();
  private final PlatformContact contact;
  private final OrphanTasks orphans = new OrphanTasks();
  private final Map<JobId, JobRunner> runners = new LinkedHashMap<>();
  private final Set<JobId> over = new LinkedHashSet<>();
  private final Thread thread;
  private volatile Duration longestGrace = Duration.ZERO;
  private volatile boolean closing;
  private volatile Optional<Throwable> fault = Optional.empty();

  /**
   * An engine that is ready for orders.
   *
   * @param platform starts and ends tasks; it is closed with the engine
   * @param nodes the nodes of the platform at the start
   * @param root the folder of logs and checkpoints, with a folder for each job
   * @param secrets the values that programs name as their secrets
   * @param time the clock of event times; {@link SteadyTime} unless there is a reason
   * @param notes takes lines for operators
   * @param outputListener receives each line of the master of a hot job, or of worker 0
   * @throws IOException if the root cannot be made
   */
  public SupervisedEngine(
      Platform platform,
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Secrets secrets,
      Settings settings,
      InstantSource time,
      Consumer<String> notes,
      BiConsumer<JobId, String> outputListener)
      throws IOException {
    this.settings = settings;
    this.time = time;
    this.pauses = new PauseDetector(time.instant());
    this.contact = new PlatformContact(settings.answers().contact(), pauses);
    this.events = new EventQueue(time);
    this.endedTasks = new EndedTasks(events);
    this.inbox = new OrderQueue(settings.limits().jobs());
    this.platform = platform;
    var folders = new Folders(root);
    Files.createDirectories(folders.root());
    this.context =
        new EngineContext(
            platform,
            new NodeCapacity(Nodes.of(nodes)),
            folders,
            Map.copyOf(environment),
            secrets,
            settings,
            time,
            events,
            notes,
            outputListener,
            JobToken::random,
            pauses,
            contact,
            endedTasks::note,
            inbox::wake);
    this.adoption = new Adoption(context);
    nodes.forEach(node -> events.report(new Event.NodeUp(time.instant(), node)));
    platform.watch().watch(this::accept);
    this.thread = Thread.ofPlatform().daemon().name("engine").start(this::supervise);
  }

  /** The same for programs without secrets. */
  public SupervisedEngine(
      Platform platform,
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Settings settings,
      InstantSource time,
      Consumer<String> notes,
      BiConsumer<JobId, String> outputListener)
      throws IOException {
    this(platform, nodes, root, environment, Secrets.NONE, settings, time, notes, outputListener);
  }

  @Override
  public final void apply(Order order) {
    if (closing) {
      return;
    }
    adoption.believe(List.of());
    if (order.isLast()) {
      inbox.cancel(order.job(), "cancelled");
    } else {
      inbox.order(order);
    }
  }

  @Override
  public final void adopt(Collection<Order> lastOrders) {
    adoption.believe(lastOrders);
    inbox.wake();
  }

  /** Ends the job for good within a short grace; {@code Cancelled} follows when no task is left. */
  public final void cancel(JobId job, String why) {
    if (!closing) {
      inbox.cancel(job, why);
    }
  }

  @Override
  public final List<Event> poll() {
    fault.ifPresent(why -> {
      throw new IllegalStateException("the engine has a fault and has stopped", why);
    });
    endedTasks.forgetDelivered();
    return events.take();
  }

  @Override
  public final Instant instant() {
    return time.instant();
  }

  @Override
  public final void sleepUntil(Instant deadline) {
    if (fault.isEmpty()) {
      events.await(deadline);
    }
  }

  @Override
  public final void wake() {
    events.wake();
  }

  /** The use of each task as it was last measured; nothing if the platform does not measure. */
  public final Optional<List<TaskUse>> measure() {
    return platform.launcher() instanceof UseMeter meter ? meter.measure() : Optional.empty();
  }

  /** The log of one task: {@code role} is worker, server or master. */
  public final Path log(JobId job, int generation, String role, int index) {
    return context.folders().generation(job, generation).resolve(role + "-" + index + ".log");
  }

  /** The folder of the job's checkpoints. */
  public final Path checkpoints(JobId job) {
    return context.folders().checkpoints(job);
  }

  /** Takes no longer than the longest grace of a job and a few seconds. */
  @Override
  public final void close() {
    closing = true;
    inbox.wake();
    try {
      thread.join(longestGrace.plus(settings.patience().kill()).plus(FAREWELL));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endedTasks.forgetDelivered();
    platform.launcher().close();
  }

  private void supervise() {
    try {
      boolean releasing = false;
      while (!isDone()) {
        if (!adopt()) {
          inbox.rest(RETRY);
          continue;
        }
        Duration rest = anyBusy() ? settings.rhythm().look() : LONGEST_IDLENESS;
        pauses.rests(time.instant(), rest);
        Map<JobId, OrderQueue.Request> requests = inbox.await(rest);
        pauses.wakes(time.instant());
        if (isDone() || !adopt()) {
          requests.forEach(inbox::putBack);
          continue;
        }
        requests.forEach(this::read);
        if (closing && !context.isDurable() && !releasing) {
          releasing = true;
          runners.values().forEach(JobRunner::release);
        }
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      fault = Optional.of(e);
      platform.launcher().close();
      throw e;
    }
  }

  /** Takes a report about the platform, on any thread. */
  private void accept(PlatformEvent event) {
    switch (event) {
      case PlatformEvent.NodeUp up -> {
        nodeChanges.add(up);
        inbox.wake();
      }
      case PlatformEvent.NodeDown down -> {
        nodeChanges.add(down);
        inbox.wake();
      }
      case PlatformEvent.Contact() -> contact.answered(time.instant());
    }
  }

  private void look() {
    checkContact();
    nodeChanges.take().forEach(this::change);
    runners.values().forEach(JobRunner::look);
    orphans.look(time.instant(), context::dismiss);
    retire();
    endedTasks.publish();
  }

  private void checkContact() {
    switch (contact.check(time.instant())) {
      case LOST -> runners.values().forEach(runner -> runner.loseSight(contact.why()));
      case FOUND -> runners.values().forEach(JobRunner::findAgain);
      case NONE -> {}
    }
  }

  private void change(PlatformEvent event) {
    switch (event) {
      case PlatformEvent.NodeUp(Node node) -> {
        context.capacity().up(node);
        events.report(new Event.NodeUp(time.instant(), node));
      }
      case PlatformEvent.NodeDown(NodeId node, String why) -> {
        context.capacity().down(node, why);
        events.report(new Event.NodeDown(time.instant(), node, why));
        runners.values().forEach(runner -> runner.lose(node, why));
      }
      case PlatformEvent.Contact() -> {}
    }
  }

  /** Tasks that outlive the engine are left as they are; others are ended first. */
  private boolean isDone() {
    return closing && (context.isDurable() || !anyBusy());
  }

  private boolean anyBusy() {
    return !orphans.isEmpty() || runners.values().stream().anyMatch(JobRunner::isBusy);
  }

  /** Takes over the tasks of an earlier engine, if that is due; false if it must wait. */
  private boolean adopt() {
    Optional<List<Order>> due = adoption.due();
    if (due.isEmpty()) {
      return true;
    }
    try {
      adopt(adoption.divide(due.get()));
      adoption.isDone();
      return true;
    } catch (IOException e) {
      adoption.complaints(due.get(), e).forEach(events::report);
      return false;
    }
  }

  private void adopt(Adoption.FoundTasks foundTasks) {
    end(foundTasks.orphans(), foundTasks.orders());
    for (Order order : foundTasks.asOrderedFirst()) {
      grow(order.spec().program().grace());
      context.capacity().downIfUnknown(order.target());
      var runner = new JobRunner(order.spec(), context);
      runners.put(order.job(), runner);
      Optional<FoundGeneration> found = Optional.ofNullable(foundTasks.found().get(order.job()));
      if (found.isPresent()
          && !context.capacity().take(found.get().where(), order.spec().demand())) {
        found.get().tasks().forEach(task -> end(task, task.spec().grace()));
        found = Optional.empty();
      }
      runner.adopt(order, found);
    }
  }

  /** Ends tasks without a generation; those of jobs that are over have only a short grace. */
  private void end(List<DurableLauncher.Found> strays, List<Order> orders) {
    Set<JobId> jobs = orders.stream().map(Order::job).collect(Collectors.toSet());
    for (DurableLauncher.Found stray : strays) {
      Duration grace = stray.spec().grace();
      boolean isOver = !jobs.contains(stray.spec().id().job());
      end(stray, isOver ? settings.patience().shortened(grace) : grace);
    }
  }

  private void end(DurableLauncher.Found stray, Duration grace) {
    orphans.add(adoption.stray(stray), time.instant().plus(grace));
  }

  private void read(JobId job, OrderQueue.Request request) {
    if (over.contains(job)) {
      return;
    }
    request
        .order()
        .filter(order -> !closing)
        .ifPresent(order -> {
          grow(order.spec().program().grace());
          runners.computeIfAbsent(job, id -> new JobRunner(order.spec(), context)).take(order);
        });
    request.cancel().ifPresent(why -> end(job, why));
  }

  private void end(JobId job, String why) {
    if (runners.containsKey(job)) {
      runner(job).cancel(why);
    } else {
      remember(job);
      events.report(new Event.Cancelled(time.instant(), job, why));
    }
  }

  private JobRunner runner(JobId job) {
    return Optional.ofNullable(runners.get(job)).orElseThrow();
  }

  private void grow(Duration grace) {
    if (grace.compareTo(longestGrace) > 0) {
      longestGrace = grace;
    }
  }

  private void retire() {
    runners
        .values()
        .removeIf(runner -> {
          if (runner.isOver()) {
            remember(runner.id());
          }
          return runner.isOver();
        });
  }

  /** A late order must not bring back a job that is over. */
  private void remember(JobId job) {
    over.add(job);
    if (over.size() > settings.limits().jobs()) {
      over.remove(over.iterator().next());
    }
  }
}

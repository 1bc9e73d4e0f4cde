package dev.ductile.policies.optimus;

import dev.ductile.api.Bounds;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.GrowthPath.Step;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The steps by which jobs of one kind grow: each step adds the worker or the server that gains
 * more. The remaining work is a factor of all gains and does not change the choice, so the steps
 * are computed once for all jobs of the kind, as far as any of them grows.
 */
final class MarginalSteps {
  /**
   * The properties that determine the gains of jobs of one kind.
   *
   * @param workerShare the part of the cluster's dominant resource that one worker takes
   * @param serverShare the same of one server
   */
  record Kind(SpeedBySize speeds, Bounds bounds, double workerShare, double serverShare) {}

  private final Kind kind;
  private final GrowingRoles roles;
  private final List<Size> sizes = new ArrayList<>();

  /** The step after each size, with its gain per unit of remaining work. */
  private final List<Step> steps = new ArrayList<>();

  private double secondsAtLast;
  private boolean isWhole;

  MarginalSteps(Kind kind, Size from, GrowingRoles roles) {
    this.kind = kind;
    this.roles = roles;
    sizes.add(from);
    secondsAtLast = seconds(from);
  }

  Kind kind() {
    return kind;
  }

  GrowingRoles roles() {
    return roles;
  }

  /** The number of sizes computed so far. */
  int length() {
    return sizes.size();
  }

  Size size(int at) {
    return sizes.get(at);
  }

  /** The sizes before this one, the last one first. */
  Stream<Size> before(int at) {
    return IntStream.iterate(at - 1, i -> i >= 0, i -> i - 1).mapToObj(sizes::get);
  }

  /** The step after a size, with its gain per unit of remaining work; empty at the end. */
  Optional<Step> step(int at) {
    while (steps.size() <= at && !isWhole) {
      extend();
    }
    return at < steps.size() ? Optional.of(steps.get(at)) : Optional.empty();
  }

  private void extend() {
    Size last = sizes.getLast();
    Step worker = gain(last, withMoreWorkers(last), kind.workerShare());
    Step server = gain(last, withMoreServers(last), kind.serverShare());
    Step better = server.gain() >= worker.gain() ? server : worker;
    if (better.size().equals(last)) {
      isWhole = true;
      return;
    }
    steps.add(better);
    sizes.add(better.size());
    secondsAtLast = seconds(better.size());
  }

  /** The gain of a step; minus infinity if there is no step. */
  private Step gain(Size from, Size to, double share) {
    if (to.equals(from)) {
      return new Step(to, Double.NEGATIVE_INFINITY);
    }
    return new Step(to, (secondsAtLast - seconds(to)) / (share * (to.tasks() - from.tasks())));
  }

  private double seconds(Size size) {
    return 1 / kind.speeds().stepsPerSecond(size);
  }

  private Size withMoreWorkers(Size size) {
    return roles.workers()
        ? legal(new Size(after(kind.bounds().workers(), size.workers()), size.servers()), size)
        : size;
  }

  private Size withMoreServers(Size size) {
    return roles.servers()
        ? legal(new Size(size.workers(), after(kind.bounds().servers(), size.servers())), size)
        : size;
  }

  /** The larger size, if it stays within the limit. */
  private Size legal(Size larger, Size size) {
    return kind.bounds().allows(larger) ? larger : size;
  }

  private static int after(Range range, int count) {
    int more = range.after(Math.max(count, range.atMost(count + SizeSteps.stride(count) - 1)));
    return range.allows(more) ? more : count;
  }
}

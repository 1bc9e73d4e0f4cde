package dev.ductile.api;

import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The needs of each task of a job, and the requirements on its nodes.
 *
 * @param limit the most that the whole job may take and be charged for; a resource that it does not
 *     name has no limit
 * @param device the accelerators that the job computes on; its service is counted in them
 * @param labels the labels that each of its nodes must have
 */
public record Demand(
    Resources worker, Resources server, Resources limit, Device device, Labels labels) {
  /** Tasks that need nothing, without a limit. */
  public static final Demand NONE = new Demand(Resources.NONE, Resources.NONE, Resources.NONE);

  /** A job that computes on GPUs of any type, on any node. */
  public Demand(Resources worker, Resources server, Resources limit) {
    this(worker, server, limit, Device.GPU, Labels.NONE);
  }

  public static Demand perWorker(Resources worker) {
    return new Demand(worker, Resources.NONE, Resources.NONE);
  }

  /** The same tasks on nodes with these labels. */
  public Demand withLabels(Labels required) {
    return new Demand(worker, server, limit, device, required);
  }

  /** The same tasks on these accelerators. */
  public Demand withDevice(Device newDevice) {
    return new Demand(worker, server, limit, newDevice, labels);
  }

  /** Whether the job may run on every node. */
  public boolean isAnywhere() {
    return labels.isNone() && device.type().isEmpty();
  }

  /** Whether the node has the labels and the device type that the job requires. */
  public boolean accepts(Node node) {
    return node.device().serves(device) && node.labels().contains(labels);
  }

  /** The requirements on nodes as text for people: {@code gpu type a100 and zone=a}. */
  public Optional<String> requirement() {
    return text(device, labels);
  }

  static Optional<String> text(Device device, Labels labels) {
    if (device.type().isEmpty()) {
      return labels.isNone() ? Optional.empty() : Optional.of(labels.toString());
    }
    return Optional.of(labels.isNone() ? device.toString() : device + " and " + labels);
  }

  public Resources of(Size size) {
    if (size.servers() == 0) {
      return size.workers() == 1 ? worker : worker.times(size.workers());
    }
    return worker.times(size.workers()).plus(server.times(size.servers()));
  }

  /** Whether tasks of this size take no more than the limit of any resource. */
  public boolean isWithinLimit(Size size) {
    if (limit.isNone()) { // most jobs have no limit, and a decision asks this of every running job
      return true;
    }
    for (Map.Entry<String, Double> most : limit.amounts().entrySet()) {
      String name = most.getKey();
      var left = new ExactSum(most.getValue(), 0);
      left.add(worker.amount(name), -size.workers());
      left.add(server.amount(name), -size.servers());
      if (left.value() < -Resources.rounding(most.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** The most workers within the limit, beside the servers of this size; -1 if none fit. */
  int mostWorkers(Size size) {
    return most(size.workers(), workers -> new Size(workers, size.servers()));
  }

  /** The most servers within the limit, beside the workers of this size; -1 if none fit. */
  int mostServers(Size size) {
    return most(size.servers(), servers -> new Size(size.workers(), servers));
  }

  private int most(int wanted, IntFunction<Size> sizes) {
    int low = -1;
    int high = wanted;
    while (low < high) {
      int middle = (int) ((low + (long) high + 1) / 2);
      if (isWithinLimit(sizes.apply(middle))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The devices that the job's service is counted in: its accelerators, or its workers. */
  public double devices(Size size) {
    double devices =
        size.workers() * worker.amount(device.resource())
            + size.servers() * server.amount(device.resource());
    return devices > 0 ? devices : size.workers();
  }

  /** Whether workers or servers take accelerators. */
  public boolean usesDevices() {
    return worker.amount(device.resource()) > 0 || server.amount(device.resource()) > 0;
  }
}

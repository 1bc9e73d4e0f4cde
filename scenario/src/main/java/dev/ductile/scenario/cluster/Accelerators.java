package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.util.Set;

/** The names of accelerators in other systems. */
final class Accelerators {
  /** Resources of Kubernetes that count whole GPUs. */
  private static final Set<String> GPUS =
      Set.of("nvidia.com/gpu", "amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe");

  /** Other resources that count accelerators. */
  static final Set<String> OTHERS =
      Set.of(
          "google.com/tpu",
          "habana.ai/gaudi",
          "aws.amazon.com/neuron",
          "aws.amazon.com/neuroncore",
          "huawei.com/Ascend910",
          "cambricon.com/mlu",
          "npu",
          "tpu");

  private Accelerators() {}

  /** The name of a resource in a state. */
  static String name(String resource) {
    return switch (resource) {
      case "ephemeral-storage" -> Resources.STORAGE;
      default -> GPUS.contains(resource) ? Resources.GPU : resource;
    };
  }

  /** Whether a resource is neither processors nor a kind of memory. */
  static boolean isDevice(String name) {
    return switch (name) {
      case Resources.CPU, Resources.MEMORY, Resources.STORAGE -> false;
      default -> !name.startsWith("hugepages-");
    };
  }
}

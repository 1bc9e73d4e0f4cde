package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.util.HashMap;

/**
 * The resources that the scheduler of Kubernetes reserves for a pod: the sum over its containers
 * and sidecars, or the largest need while its init containers run, whichever is larger, and the
 * overhead.
 */
final class PodRequests {
  private PodRequests() {}

  /** The requests of a pod or of the template of a pod. */
  static Resources of(Entry spec) {
    Resources containers = Resources.NONE;
    for (Entry container : spec.list("containers")) {
      containers = containers.plus(requestsOrLimits(container));
    }
    Resources sidecars = Resources.NONE;
    Resources starting = Resources.NONE;
    for (Entry container : spec.list("initContainers")) {
      Resources own = requestsOrLimits(container);
      if (container.text("restartPolicy").filter("Always"::equals).isPresent()) {
        sidecars = sidecars.plus(own);
        starting = largest(starting, sidecars);
      } else {
        starting = largest(starting, sidecars.plus(own));
      }
    }
    Resources whole = largest(containers.plus(sidecars), starting);
    Resources pod = requestsOrLimits(spec);
    var requested = new HashMap<>(whole.amounts());
    requested.putAll(pod.amounts());
    return Resources.of(requested).plus(KubernetesQuantity.resources(spec, "overhead"));
  }

  /** Requests, and the limits of resources without a request. */
  private static Resources requestsOrLimits(Entry container) {
    var limits =
        new HashMap<>(KubernetesQuantity.resources(container, "resources", "limits").amounts());
    for (String requested : container.members("resources", "requests").keySet()) {
      limits.remove(Accelerators.name(requested));
    }
    return Resources.of(limits)
        .plus(KubernetesQuantity.resources(container, "resources", "requests"));
  }

  /** The larger amount of each resource. */
  static Resources largest(Resources one, Resources other) {
    var largest = new HashMap<>(one.amounts());
    other.amounts().forEach((name, amount) -> largest.merge(name, amount, Math::max));
    return Resources.of(largest);
  }
}

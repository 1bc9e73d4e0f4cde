package dev.ductile.cli.server;

import com.sun.management.OperatingSystemMXBean;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;

/** This machine as a cluster of one node, for a server without a server file. */
public final class MachineNodes {
  private static final double GIBIBYTE = 1L << 30;

  private MachineNodes() {}

  public static Nodes nodes() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double memory = Math.floor(system.getTotalMemorySize() / GIBIBYTE) * GIBIBYTE;
    Resources all =
        Resources.of(
            Map.of(
                Resources.CPU,
                (double) Runtime.getRuntime().availableProcessors(),
                "memory",
                memory));
    return Nodes.of(List.of(new Node(new NodeId("local"), all)));
  }
}

package dev.ductile.examples;

import java.nio.file.Path;
import java.util.Map;

/**
 * The part of the process contract that a process of a hot job uses.
 *
 * @param role master, worker or server
 * @param workers the number of workers at the start of the job
 */
record HotTaskEnvironment(
    String role,
    int index,
    int workers,
    int servers,
    String masterHost,
    int masterPort,
    String token,
    Path checkpoints) {

  static boolean isHot(Map<String, String> environment) {
    return environment.containsKey("DUCTILE_MASTER");
  }

  static HotTaskEnvironment of(Map<String, String> environment) {
    String master = environment.getOrDefault("DUCTILE_MASTER", "");
    int colon = master.lastIndexOf(':');
    return new HotTaskEnvironment(
        environment.getOrDefault("DUCTILE_ROLE", "worker"),
        number(environment, "DUCTILE_INDEX"),
        number(environment, "DUCTILE_WORKERS"),
        number(environment, "DUCTILE_SERVERS"),
        master.substring(0, Math.max(colon, 0)),
        Integer.parseInt(master.substring(colon + 1)),
        environment.getOrDefault("DUCTILE_TOKEN", ""),
        Path.of(environment.getOrDefault("DUCTILE_CHECKPOINT_DIR", "checkpoint")));
  }

  private static int number(Map<String, String> environment, String name) {
    return Integer.parseInt(environment.getOrDefault(name, "0"));
  }
}

package dev.ductile.runtime;

import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.transport.Address;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The variables of the process contract that a task reads.
 *
 * @param role the role of this process
 * @param index its number among those of its role
 * @param workers the first number of workers
 * @param servers the first number of servers
 * @param master the address of the master
 * @param token the job's secret
 * @param checkpoints an existing folder that outlives the task
 * @param host the address at which other tasks reach this process
 * @param hot whether the master is a process of its own, and single tasks come and go
 */
record TaskEnvironment(
    Role role,
    int index,
    int workers,
    int servers,
    Address.Tcp master,
    String token,
    Path checkpoints,
    String host,
    boolean hot) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Whether an engine has started this process. */
  static boolean areGiven(Map<String, String> environment) {
    return environment.containsKey("DUCTILE_ROLE");
  }

  static TaskEnvironment of(Map<String, String> environment) {
    boolean hot = environment.containsKey("DUCTILE_MASTER");
    return new TaskEnvironment(
        role(need(environment, "DUCTILE_ROLE")),
        number(environment, "DUCTILE_INDEX"),
        number(environment, "DUCTILE_WORKERS"),
        number(environment, "DUCTILE_SERVERS"),
        hot ? tcp(environment, "DUCTILE_MASTER") : first(environment),
        need(environment, "DUCTILE_TOKEN"),
        Path.of(need(environment, "DUCTILE_CHECKPOINT_DIR")),
        environment.getOrDefault("DUCTILE_HOST", LOOPBACK),
        hot);
  }

  /** The name of this process in messages. */
  String name() {
    return role.word() + "-" + index;
  }

  /** Whether the master runs in this process, alone or beside a worker. */
  boolean hasMaster() {
    return hot ? role == Role.MASTER : role == Role.WORKER && index == 0;
  }

  private static Role role(String word) {
    for (Role role : Role.values()) {
      if (role.word().equals(word.toLowerCase(Locale.ROOT))) {
        return role;
      }
    }
    throw new Misuse("DUCTILE_ROLE is master, server or worker, not \"%s\"".formatted(word));
  }

  /** Without a process of its own, the master runs in the process of the first worker. */
  private static Address.Tcp first(Map<String, String> environment) {
    String peers = need(environment, "DUCTILE_PEERS");
    int comma = peers.indexOf(',');
    return tcp("DUCTILE_PEERS", comma < 0 ? peers : peers.substring(0, comma));
  }

  private static Address.Tcp tcp(Map<String, String> environment, String name) {
    return tcp(name, need(environment, name));
  }

  private static Address.Tcp tcp(String name, String text) {
    if (Address.parse(text) instanceof Address.Tcp address) {
      return address;
    }
    throw new Misuse("%s is host:port, not %s".formatted(name, text));
  }

  private static int number(Map<String, String> environment, String name) {
    String text = need(environment, name);
    if (!text.matches("[0-9]{1,6}")) {
      throw new Misuse("%s is a number, not \"%s\"".formatted(name, text));
    }
    return Integer.parseInt(text);
  }

  private static String need(Map<String, String> environment, String name) {
    String text = environment.getOrDefault(name, "");
    if (text.isEmpty()) {
      throw new Misuse(name + " is not in the environment; is this process started by an engine?");
    }
    return text;
  }
}

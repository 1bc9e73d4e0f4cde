package dev.ductile.examples;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The part of the process contract that the sample trainer uses. */
record TrainerEnvironment(
    boolean server,
    int index,
    int workers,
    int servers,
    int attempt,
    int port,
    String masterHost,
    int masterPort,
    List<String> peers,
    Path checkpoints) {

  /** Without an engine the trainer is a single worker. */
  static TrainerEnvironment of(Map<String, String> environment) throws IOException {
    String peers = environment.getOrDefault("DUCTILE_PEERS", "");
    return new TrainerEnvironment(
        environment.getOrDefault("DUCTILE_ROLE", "worker").equals("server"),
        number(environment, "DUCTILE_INDEX", 0),
        number(environment, "DUCTILE_WORKERS", 1),
        number(environment, "DUCTILE_SERVERS", 0),
        number(environment, "DUCTILE_ATTEMPT", 1),
        number(environment, "DUCTILE_PORT", 0),
        environment.getOrDefault("MASTER_ADDR", "127.0.0.1"),
        environment.containsKey("MASTER_PORT") ? number(environment, "MASTER_PORT", 0) : freePort(),
        peers.isEmpty() ? List.of() : Arrays.asList(peers.split(",", -1)),
        Path.of(environment.getOrDefault("DUCTILE_CHECKPOINT_DIR", "checkpoint")));
  }

  /** The processes with a part of the parameters: the servers, or else the first worker. */
  int shards() {
    return Math.max(servers, 1);
  }

  String shardHost(int shard) {
    return servers == 0 ? masterHost : peer(shard).substring(0, peer(shard).lastIndexOf(':'));
  }

  int shardPort(int shard) {
    return servers == 0
        ? masterPort
        : Integer.parseInt(peer(shard).substring(peer(shard).lastIndexOf(':') + 1));
  }

  private String peer(int server) {
    return peers.get(workers + server);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static int number(Map<String, String> environment, String name, int otherwise) {
    return Integer.parseInt(environment.getOrDefault(name, Integer.toString(otherwise)));
  }
}

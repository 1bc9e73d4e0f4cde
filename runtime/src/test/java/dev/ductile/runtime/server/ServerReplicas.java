package dev.ductile.runtime.server;

import dev.ductile.runtime.parameters.Replica;
import java.util.List;

/**
 * The partitions that a server holds, for tests that compare those of several servers.
 *
 * @param generation the last one that it has entered
 */
public record ServerReplicas(int generation, List<Replica> all) {
  /** Those of a server. */
  public static ServerReplicas of(PartitionServer server) {
    return new ServerReplicas(server.generation(), server.good());
  }
}

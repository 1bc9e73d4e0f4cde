package dev.ductile.runtime.server;

import dev.ductile.runtime.state.Copy;
import java.util.List;

/**
 * The partitions that a server holds, for tests that compare those of several servers.
 *
 * @param generation the last one that it has entered
 */
public record Copies(int generation, List<Copy> all) {
  /** Those of a server. */
  public static Copies of(PartitionServer server) {
    return new Copies(server.generation(), server.good());
  }
}

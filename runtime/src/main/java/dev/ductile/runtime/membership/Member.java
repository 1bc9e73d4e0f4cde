package dev.ductile.runtime.membership;

import java.util.Optional;

/**
 * A process that takes part.
 *
 * @param task the number that the master gave it; never used twice in a job
 * @param name what people call it, such as {@code worker-3}; a replacement has the same
 * @param host what tells machines apart: only processes of one host share Unix-domain sockets
 * @param pid its process on that host
 * @param unix where it listens for processes of its host
 * @param tcp where it listens for all others, {@code host:port}
 */
public record Member(
    int task, Role role, String name, String host, long pid, Optional<String> unix, String tcp) {
  public Member withTask(int newTask) {
    return new Member(newTask, role, name, host, pid, unix, tcp);
  }
}

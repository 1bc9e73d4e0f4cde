package dev.ductile.runtime.membership;

import java.util.Optional;

/**
 * A process of a job.
 *
 * @param task the number that the master gave it; never used twice in a job
 * @param name its name in messages, such as {@code worker-3}; a replacement has the same
 * @param host the identity of its machine: only processes of one host share Unix-domain sockets
 * @param pid its process on that host
 * @param unix its address for processes of its host
 * @param tcp its address for all others, {@code host:port}
 */
public record Member(
    int task, Role role, String name, String host, long pid, Optional<String> unix, String tcp) {
  public Member withTask(int newTask) {
    return new Member(newTask, role, name, host, pid, unix, tcp);
  }
}

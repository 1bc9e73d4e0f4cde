package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.transport.Address;
import java.nio.file.Path;

/**
 * The surroundings of a task at its start.
 *
 * @param role its role
 * @param name its name in messages, such as {@code worker-3}
 * @param host the identity of its machine
 * @param token the job's secret
 * @param master the address of the master
 * @param directory a folder of its own, for splits and the like
 * @param listenAt the host name or address at which other tasks reach it
 * @param unixSockets whether processes of this host may use Unix-domain sockets
 */
public record TaskSetup(
    Role role,
    String name,
    String host,
    String token,
    Address master,
    Path directory,
    String listenAt,
    boolean unixSockets) {
  /** A file that the master has named, on the disk of the task's own folder. */
  public Path path(String name) {
    return directory.getFileSystem().getPath(name);
  }
}

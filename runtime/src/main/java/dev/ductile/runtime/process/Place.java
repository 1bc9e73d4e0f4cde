package dev.ductile.runtime.process;

import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.transport.Address;
import java.nio.file.Path;

/**
 * Where a task finds itself when it starts.
 *
 * @param role what it is to be
 * @param name what people call it, such as {@code worker-3}
 * @param host what tells machines apart
 * @param token the job's secret
 * @param master where the master listens
 * @param directory a folder of its own, for splits and the like
 * @param listenAt the host name or address at which others reach it
 * @param unixSockets whether processes of this host may talk by Unix-domain sockets
 */
public record Place(
    Role role,
    String name,
    String host,
    String token,
    Address master,
    Path directory,
    String listenAt,
    boolean unixSockets) {
  /** A file that the master has named, on the disk on which the task's own folder lies. */
  public Path path(String name) {
    return directory.getFileSystem().getPath(name);
  }
}

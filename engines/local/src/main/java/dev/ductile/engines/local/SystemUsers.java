package dev.ductile.engines.local;

import dev.ductile.engines.supervision.TaskUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the tasks of each owner as a user of the operating system. The folder of a job and its logs
 * stay with the engine, so that no user puts a link there; the folders of work and checkpoints
 * belong to the user.
 */
public final class SystemUsers implements TaskUsers {
  private static final String WORK = "work";
  private static final String PASSABLE = "rwx--x--x";
  private static final String PRIVATE = "rwx------";

  private final RunAs settings;

  private SystemUsers(RunAs settings) {
    this.settings = settings;
  }

  /**
   * The users of this machine.
   *
   * @param root the folder of all jobs, which users must be able to pass
   * @throws IOException with a sentence for operators if this process cannot change users
   */
  public static SystemUsers open(RunAs settings, Path root) throws IOException {
    Capabilities.require();
    for (var folder = root.toAbsolutePath().normalize();
        folder.getParent() != null;
        folder = folder.getParent()) {
      requirePassable(folder);
    }
    return new SystemUsers(settings);
  }

  private static void requirePassable(Path folder) throws IOException {
    if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)).endsWith("x")) {
      throw new IOException(
          "runAs: users cannot pass the folder %s on the way to their jobs; allow it with: chmod o+x %s"
              .formatted(folder, folder));
    }
  }

  @Override
  public Optional<String> problem(String owner) {
    String name = name(owner);
    try {
      Optional<SystemUser> found = SystemUser.find(name);
      return found.isPresent() ? found.flatMap(user -> problem(owner, user)) : noAccount(owner);
    } catch (IOException e) {
      return Optional.of("the account of %s cannot be read: %s".formatted(owner, e.getMessage()));
    }
  }

  private Optional<String> noAccount(String owner) {
    String name = name(owner);
    return Optional.of(
        name.equals(owner)
            ? ("jobs run as the user who submitted them, and this machine has no user %s; an admin"
                    + " makes one, or names another in runAs.users of the server file")
                .formatted(owner)
            : "jobs of %s run as the user %s, whom this machine does not have; an admin corrects runAs.users of the server file"
                .formatted(owner, name));
  }

  private Optional<String> problem(String owner, SystemUser user) {
    if (user.id() != 0 && user.group() != 0 && user.id() >= settings.leastId()) {
      return Optional.empty();
    }
    return Optional.of(
        ("jobs of %s would run as the user %s, who is reserved: its number is %d and its group %d;"
                + " runAs allows users from %d on, and never the group 0")
            .formatted(owner, user.name(), user.id(), user.group(), settings.leastId()));
  }

  @Override
  public Path home(Path job) {
    return job.resolve(WORK);
  }

  @Override
  public void prepare(String owner, Path job, List<Path> inside) throws IOException {
    SystemUser user = user(owner);
    Path work = Files.createDirectories(home(job));
    Files.setPosixFilePermissions(job, PosixFilePermissions.fromString(PASSABLE));
    give(work, user);
    give(inside.getFirst(), user);
    for (Path kept : inside.subList(1, inside.size())) {
      Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString(PRIVATE));
    }
  }

  /** The parent belongs to the engine, so the folder cannot be a link that a user has made. */
  private static void give(Path folder, SystemUser user) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(PRIVATE));
    Files.setAttribute(folder, "unix:gid", (int) user.group(), LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(folder, "unix:uid", (int) user.id(), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public List<String> start(String owner) {
    SystemUser user = known(owner);
    return List.of(
        "setpriv",
        "--reuid=" + user.id(),
        "--regid=" + user.group(),
        "--init-groups",
        "--inh-caps=-all",
        "--ambient-caps=-all",
        "--");
  }

  @Override
  public Map<String, String> variables(String owner) {
    SystemUser user = known(owner);
    return Map.of("HOME", user.home(), "USER", user.name(), "LOGNAME", user.name());
  }

  private SystemUser known(String owner) {
    try {
      return user(owner);
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** The user is read at each start, so a removed or reserved account starts nothing. */
  private SystemUser user(String owner) throws IOException {
    Optional<SystemUser> found = SystemUser.find(name(owner));
    Optional<String> problem =
        found.isPresent() ? found.flatMap(user -> problem(owner, user)) : noAccount(owner);
    if (problem.isPresent()) {
      throw new IOException(problem.get());
    }
    return found.orElseThrow();
  }

  private String name(String owner) {
    return settings.names().getOrDefault(owner, owner);
  }
}

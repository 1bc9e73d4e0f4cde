package dev.ductile.engines.supervision;

/**
 * The differences between engines: how tasks start and end, their addresses, the nodes, and the
 * users of tasks.
 */
public record Platform(
    Launcher launcher,
    Addresses addresses,
    LaunchCheck check,
    PlatformWatch watch,
    TaskUsers users) {
  /** A platform whose tasks run as the user of the engine. */
  public Platform(Launcher launcher, Addresses addresses, LaunchCheck check, PlatformWatch watch) {
    this(launcher, addresses, check, watch, TaskUsers.ENGINE);
  }

  /** A platform whose nodes never change and that always answers. */
  public Platform(Launcher launcher, Addresses addresses, LaunchCheck check) {
    this(launcher, addresses, check, PlatformWatch.NONE);
  }

  /** The same with users for tasks. */
  public Platform with(TaskUsers others) {
    return new Platform(launcher, addresses, check, watch, others);
  }
}

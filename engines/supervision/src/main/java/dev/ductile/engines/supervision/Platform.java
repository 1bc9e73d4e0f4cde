package dev.ductile.engines.supervision;

/** The differences between engines: how tasks start and end, their addresses, and the nodes. */
public record Platform(
    Launcher launcher, Addresses addresses, LaunchCheck check, PlatformWatch watch) {
  /** A platform whose nodes never change and that always answers. */
  public Platform(Launcher launcher, Addresses addresses, LaunchCheck check) {
    this(launcher, addresses, check, PlatformWatch.NONE);
  }
}

package dev.ductile.engines.supervision;

/** All that differs between engines: how tasks start and end, and where they listen. */
public record Platform(Launcher launcher, Addresses addresses, LaunchCheck check) {}

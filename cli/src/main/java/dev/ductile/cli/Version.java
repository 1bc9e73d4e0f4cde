package dev.ductile.cli;

import picocli.CommandLine.IVersionProvider;

/** The versions of Ductile and of Java. */
final class Version implements IVersionProvider {
  /** The version of the jar; a build that was never packaged has none. */
  static String ofDuctile() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "ductile %s (Java %s)".formatted(ofDuctile(), Runtime.version().feature())
    };
  }
}

package dev.ductile.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The versions of Ductile and of Java, with the commit that Ductile was built from. */
final class Version implements IVersionProvider {
  /** Written by the build. */
  private static final String FILE = "version.properties";

  static String ofDuctile() {
    return ofBuild().getProperty("version");
  }

  /** One line about a build; a build that knows no commit or no date leaves it out. */
  static String line(Properties build, int java) {
    String commit = build.getProperty("commit");
    String date = build.getProperty("date");
    return "ductile %s (%s%sJava %d)"
        .formatted(
            build.getProperty("version"),
            commit.isEmpty() ? "" : "commit " + commit + ", ",
            date.isEmpty() ? "" : date + ", ",
            java);
  }

  private static Properties ofBuild() {
    var build = new Properties();
    try (InputStream file = Version.class.getResourceAsStream(FILE)) {
      build.load(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
    return build;
  }

  @Override
  public String[] getVersion() {
    return new String[] {line(ofBuild(), Runtime.version().feature())};
  }
}

package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broken service file ends in one line with the plug-in and the cause. */
final class BrokenPluginTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dev.ductile.api.PolicyProvider    | com.example.Missing | com.example.Missing not found",
        "dev.ductile.api.PolicyProvider    | dev.ductile.scenario.Catalog | not a subtype",
        "dev.ductile.api.PolicyProvider    | not a class name    | configuration-file syntax",
        "dev.ductile.api.PlacementProvider | THROWING            | out of order",
        "dev.ductile.api.PlacementProvider | NAMELESS            | answers null",
        "dev.ductile.api.PlacementProvider | FAILING             | no name today",
        "dev.ductile.api.SpeedProvider     | com.example.Missing | META-INF/services/dev.ductile.api.SpeedProvider",
        "dev.ductile.scenario.TraceFormat  | com.example.Missing | META-INF/services/dev.ductile.scenario.TraceFormat",
      })
  void aBrokenServiceFileIsOneLine(String kind, String content, String told) throws IOException {
    String named =
        content
            .replace("THROWING", Throwing.class.getName())
            .replace("NAMELESS", Nameless.class.getName())
            .replace("FAILING", Failing.class.getName());

    requireTold(kind, List.of(named), told);
  }

  @Test
  void twoPluginsOfOneNameAreRefusedWithTheirClasses() throws IOException {
    requireTold(
        "dev.ductile.api.PlacementProvider",
        List.of(First.class.getName(), Second.class.getName()),
        First.class.getName() + " and " + Second.class.getName());
  }

  private void requireTold(String kind, List<String> lines, String told) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.write(services.resolve(kind), lines);
    try (var loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> Catalog.installed(loader))
          .withMessageContaining("plug-in")
          .withMessageContaining(told)
          .withMessageNotContaining("\n");
    }
  }

  /** Its constructor throws. */
  public static final class Throwing extends Named {
    public Throwing() {
      super("throwing");
      throw new IllegalStateException("out of order");
    }
  }

  /** Returns null. */
  public static final class Nameless extends Named {
    public Nameless() {
      super("");
    }

    @Override
    @SuppressWarnings("NullAway") // an error of a plug-in author
    public String name() {
      return null;
    }
  }

  /** Throws when it is used. */
  public static final class Failing extends Named {
    public Failing() {
      super("");
    }

    @Override
    public String name() {
      throw new UnsupportedOperationException("no name today");
    }
  }

  /** One of two. */
  public static final class First extends Named {
    public First() {
      super("same");
    }
  }

  /** The other. */
  public static final class Second extends Named {
    public Second() {
      super("same");
    }
  }

  /** A placement that no test uses. */
  abstract static class Named implements PlacementProvider {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String summary() {
      return "";
    }

    @Override
    public Placement create() {
      throw new UnsupportedOperationException();
    }
  }
}

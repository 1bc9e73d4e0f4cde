package dev.ductile.house.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.PolicyProvider;
import dev.ductile.contracts.Schemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Sources of policies, compiled with the documented class path and nothing else, and without a line
 * from the compiler.
 *
 * @param classes the folder of the classes
 */
record CompiledPolicies(Path classes) {
  private static final Path LIBRARIES = Schemas.ROOT.resolve("cli/target/ductile-dist/lib");
  private static final String DOCUMENTED = "dev\\.ductile\\.(api|policies|laws)-.*\\.jar";

  /** Compiles all Java files in a folder. */
  static CompiledPolicies of(Path sources, Path classes) throws IOException {
    var arguments =
        new ArrayList<String>(
            List.of("--release", "25", "-cp", classPath(), "-d", classes.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    var told = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, told, told, arguments.toArray(String[]::new));
    assertThat(told.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isZero();
    return new CompiledPolicies(classes);
  }

  private static String classPath() throws IOException {
    try (Stream<Path> jars = Files.list(LIBRARIES)) {
      List<Path> documented =
          jars.filter(jar -> jar.getFileName().toString().matches(DOCUMENTED)).toList();
      assertThat(documented).hasSize(3);
      return documented.stream().map(Path::toString).collect(Collectors.joining(":"));
    }
  }

  PolicyProvider<?> provider(String type) {
    try {
      return (PolicyProvider<?>) loaded(type).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type, e);
    }
  }

  /** Runs the test of a skeleton. */
  void run(String type) {
    try {
      var main = loaded(type).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[0]);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type, e);
    }
  }

  private Class<?> loaded(String type) throws ClassNotFoundException {
    try {
      var loader =
          new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
      return loader.loadClass("com.example." + type);
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}

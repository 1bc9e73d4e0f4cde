package dev.ductile.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostTest {
  private static final Path NETWORK = Path.of("/proc/self/ns/net");
  private static final Path FILES = Path.of("/proc/self/ns/mnt");

  @TempDir private Path folder;

  private String identity(String boot, String name) throws Exception {
    Path bootFile = Files.writeString(folder.resolve("boot"), boot + "\n");
    Path nameFile = Files.writeString(folder.resolve("name"), name + "\n");
    return Host.identity(bootFile, nameFile, NETWORK, FILES);
  }

  /** Namespaces have the same numbers on every machine, and names are not always different. */
  @Test
  void twoMachinesOfOneNameDiffer() throws Exception {
    assertThat(identity("5a1d", "node")).isNotEqualTo(identity("77b0", "node"));
  }

  @Test
  void aMachineThatIsRenamedIsTheSame() throws Exception {
    assertThat(identity("5a1d", "node")).isEqualTo(identity("5a1d", "node-7"));
  }

  @Test
  void withoutABootIdTheNameDecides() throws Exception {
    Path none = folder.resolve("none");
    Path name = Files.writeString(folder.resolve("name"), "node\n");
    assertThat(Host.identity(none, name, NETWORK, FILES)).startsWith("node ");
  }
}

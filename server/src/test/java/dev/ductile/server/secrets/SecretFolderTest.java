package dev.ductile.server.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFolderTest {
  @TempDir private Path root;

  @Test
  void aSecretBelongsToItsOwnerAndOnlyTheServerReadsItsFile() throws IOException {
    var folder = new SecretFolder(root.resolve("secrets"));
    folder.store("ann@example.org", "wandb", "first-value");
    folder.store("ann@example.org", "wandb", "second-value");

    assertThat(folder.value("ann@example.org", "wandb")).contains("second-value");
    assertThat(folder.value("bob", "wandb")).isEmpty();
    assertThat(folder.names("ann@example.org")).containsExactly("wandb");
    assertThat(permissions()).allMatch(mode -> mode.endsWith("------"));
    assertThat(folder.remove("ann@example.org", "wandb")).isTrue();
    assertThat(folder.remove("ann@example.org", "wandb")).isFalse();
    assertThat(folder.value("ann@example.org", "wandb")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../x", "a/b", "", ".hidden", "a b"})
  void aNameIsNoPath(String name) throws IOException {
    var folder = new SecretFolder(root);

    assertThatIllegalArgumentException().isThrownBy(() -> folder.store("ann", name, "long enough"));
    assertThat(folder.value("ann", name)).isEmpty();
    assertThat(folder.remove("ann", name)).isFalse();
  }

  @Test
  void aValueThatCannotBeHiddenIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SecretFolder(root).store("ann", "pin", "1234"))
        .withMessageContaining("from 6 characters");
  }

  private List<String> permissions() throws IOException {
    try (Stream<Path> all = Files.walk(root.resolve("secrets"))) {
      return all.map(SecretFolderTest::permissions).toList();
    }
  }

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException gone) {
      return "gone";
    }
  }
}

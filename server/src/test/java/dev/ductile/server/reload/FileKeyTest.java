package dev.ductile.server.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FileKeyTest {
  @Test
  void everyKeyOfTheServerFileIsCompared() throws ClassNotFoundException {
    Class<?> entry = Class.forName("dev.ductile.scenario.file.ServerEntry");

    assertThat(FileKey.ALL)
        .extracting(FileKey::name)
        .containsExactlyElementsOf(
            Stream.of(entry.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals("kind"))
                .toList());
  }
}

package dev.ductile.reproductions.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import org.junit.jupiter.api.Test;

class PathsTest {
  private static final Written DOCUMENT = written("{a: {b: 1, c: [1, {d: 2}]}, e: 5}");

  @Test
  void aValueIsSetAtItsPath() {
    assertThat(Paths.set(DOCUMENT, "a.c.1.d", written("7")).node())
        .hasToString("{\"a\":{\"b\":1,\"c\":[1,{\"d\":7}]},\"e\":5}");
    assertThat(Paths.set(DOCUMENT, "e.f", written("7")).node().get("e")).hasToString("{\"f\":7}");
    assertThat(DOCUMENT.node().get("e")).hasToString("5");
  }

  @Test
  void anElementBeyondTheListIsRefused() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Paths.set(DOCUMENT, "a.c.2", written("7")))
        .withMessageContaining("there is a list of 2 elements");
  }

  @Test
  void mergingJoinsGroupsAndReplacesOtherValues() {
    assertThat(Paths.over(DOCUMENT, written("{a: {c: [], x: 1}, e: {y: 2}}")).node())
        .hasToString("{\"a\":{\"b\":1,\"c\":[],\"x\":1},\"e\":{\"y\":2}}");
  }

  private static Written written(String text) {
    return Document.of("test", text).root();
  }
}

package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChoiceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "srtf",
        "marginal urgency=0.5 inertia=1",
        "tiresias-l limits=[3250,7200]",
        "elastic inner={\"name\":\"srtf\",\"deep\":[1,{\"a\":\"b\"}]} on=true",
        "odd text=\"a\\u0020\\\"b\\\":c\" number=-1.5e-7 nothing=null empty=\"\""
      })
  void aLineMakesTheSameChoiceAgain(String written) {
    Choice choice = Choice.ofLine(written);
    String line = choice.line();

    assertThat(Choice.ofLine(line)).isEqualTo(choice);
    assertThat(Choice.ofLine(line).line()).isEqualTo(line);
  }

  @Test
  void textWithSpacesStaysOneSetting() {
    ObjectNode settings = JsonNodeFactory.instance.objectNode();
    settings.put("text", "two words, a \"quote\" and\ttab\nline\u2003wide").put("last", 3);
    var choice = new Choice("odd", settings);

    assertThat(Choice.ofLine(choice.line()).settings().get("text")).isEqualTo(settings.get("text"));
    assertThat(Choice.ofLine(choice.line()).settings().get("last").asInt()).isEqualTo(3);
  }
}

package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The inputs of OfflineRL, which trains on speeds of an analytical model. */
class AnalyticalSpeedsTest {
  private static final int REQUESTED = 4;

  /** A value in the files has three digits. */
  private static final double ROUNDING = 0.01;

  private final JsonNode measured = read("inputs/dl2-small.yaml");
  private final JsonNode analytical = read("inputs/dl2-small-analytical.yaml");

  @Test
  void bothWorkloadsDifferOnlyInTheirSpeeds() {
    List<JsonNode> real = speeds(measured);
    List<JsonNode> assumed = speeds(analytical);

    assertThat(analytical).isEqualTo(measured);
    assertThat(assumed).hasSameSizeAs(real).hasSize(8);
    for (int type = 0; type < real.size(); type++) {
      double[] then = theta(real.get(type));
      double[] now = theta(assumed.get(type));
      assertThat(now[0]).isEqualTo(then[0]);
      assertThat(now[1])
          .isCloseTo(then[1] + REQUESTED * then[3] + REQUESTED * then[4], within(ROUNDING));
      assertThat(now[2]).isEqualTo(then[2]);
      assertThat(now[3] + now[4]).isZero();
    }
  }

  private static JsonNode read(String file) {
    return Document.read(Path.of(file)).root().node();
  }

  /** Takes the speeds out of a scenario. */
  private static List<JsonNode> speeds(JsonNode scenario) {
    var speeds = new ArrayList<JsonNode>();
    for (JsonNode type : scenario.at("/workload/generate/mix")) {
      speeds.add(((ObjectNode) type).remove("speed"));
    }
    return speeds;
  }

  private static double[] theta(JsonNode speed) {
    double[] theta = new double[speed.path("theta").size()];
    for (int i = 0; i < theta.length; i++) {
      theta[i] = speed.path("theta").get(i).doubleValue();
    }
    return theta;
  }
}

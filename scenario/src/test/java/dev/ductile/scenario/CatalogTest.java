package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ductile.api.Allocation;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {
  private static final Catalog CATALOG = Plugins.catalog();
  private static final Seed SEED = new Seed(1);

  @Test
  void pluginsAreListedByName() {
    assertThat(CATALOG.policies())
        .extracting(provider -> provider.profile().name())
        .containsExactly("plain", "tuned");
    assertThat(CATALOG.placements())
        .extracting(provider -> provider.name())
        .containsExactly("consolidated", "spread");
    assertThat(Catalog.installed().formats())
        .extracting(TraceFormat::name)
        .containsExactly(
            "csv",
            "ductile",
            "helios",
            "pai",
            "philly",
            "philly-json",
            "rigid-csv",
            "sacct",
            "swf");
  }

  @Test
  void settingsOverrideTheDefaultsOfAPolicy() {
    assertThat(policy(Choice.named("tuned"))).hasToString("Settings[alpha=0.5, limits=[1.0, 2.0]]");
    assertThat(policy(Choice.named("tuned").with("limits", "[3, 4]").with("alpha", "1e-2")))
        .hasToString("Settings[alpha=0.01, limits=[3.0, 4.0]]");
    assertThat(Catalog.settings(CATALOG.policies().getLast()))
        .hasToString(
            "[PolicySetting[name=alpha, value=0.5], PolicySetting[name=limits, value=[1,2]]]");
  }

  @ParameterizedTest(name = "{0} {1}={2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tuned  | alfa  | 1      | policy tuned: unknown key "alfa"; did you mean "alpha"? known: alpha, limits
          tuned  | alpha | fast   | policy tuned: alpha must be a number, not "fast"
          tuned  | alpha | -1     | policy tuned: alpha must not be negative
          tuned  | alpha | .nan   | policy tuned: alpha must be a number, not ".nan"
          tuned  | limits| 3      | policy tuned: limits must be a list, not 3
          plain  | alpha | 1      | policy plain: unknown key "alpha"
          tunde  | alpha | 1      | unknown policy "tunde"; did you mean "tuned"? known: plain, tuned
          mine   | alpha | 1      | unknown policy "mine"; known: plain, tuned; for one of your own, name its folder with --plugins
          """)
  void aWrongSettingIsOneLine(String name, String key, String value, String message) {
    Choice choice = Choice.named(name).with(key, value);

    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> policy(choice))
        .withMessage(message);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> CATALOG.check(choice))
        .withMessage(message);
  }

  @Test
  void aSettingMustBeAValue() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Choice.named("tuned").with("alpha", "[1"))
        .withMessageStartingWith("setting alpha: while parsing a flow sequence");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Choice.named("tuned").with("alpha", ""))
        .withMessage("setting alpha: the document is empty");
  }

  @Test
  void placementsHaveNoSettings() {
    assertThat(CATALOG.placement(Choice.named("spread"))).isNotNull();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> CATALOG.placement(Choice.named("spread").with("by", "2")))
        .withMessage("placement spread: unknown key \"by\"");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> CATALOG.placement(Choice.named("sprea")))
        .withMessage(
            "unknown placement \"sprea\"; did you mean \"spread\"? known: consolidated, spread");
  }

  @Test
  void equalModelsAreOneSpecThatCanBeWrittenBack() {
    var model = Document.of("f", "{model: doubling, first: 3}").root().node();
    SpeedSpec spec = CATALOG.speedSpec(model);

    assertThat(CATALOG.speed(spec).stepsPerSecond(Allocation.together(Size.workers(2))))
        .isEqualTo(6);
    assertThat(CATALOG.speedSpec(model.deepCopy())).isSameAs(spec);
    assertThat(CATALOG.speed(spec)).isSameAs(CATALOG.speed(spec));
    assertThat(SpeedFormat.written(spec)).hasToString("{\"model\":\"doubling\",\"first\":3}");
  }

  @Test
  void anUnknownSpeedHasASpecToo() {
    var written = SpeedFormat.written(SpeedSpec.UNKNOWN);

    assertThat(written).hasToString("{\"model\":\"unknown\"}");
    assertThat(CATALOG.speedSpec(written)).isSameAs(SpeedSpec.UNKNOWN);
    assertThat(CATALOG.speed(SpeedSpec.UNKNOWN)).isSameAs(Speed.UNKNOWN);
  }

  @Test
  void parametersOfAnotherModelMakeNoSpeed() {
    var other = SpeedSpec.of("doubling", new Constant(1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CATALOG.speed(other))
        .withMessageStartingWith("the parameters of model \"doubling\" must be a ");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {model: doublin}                       | speed: model: unknown speed model "doublin"; did you mean "doubling"? known: constant, doubling
          {first: 3}                             | speed: model is missing
          {model: doubling}                      | speed: first is missing
          {model: doubling, first: -1}           | speed: first must not be negative
          {model: constant, stepsPerSecond: 1e999} | speed: stepsPerSecond must be a number, not Infinity
          {model: doubling, first: 1, last: 2}   | speed: unknown key "last"; known: error, first, model
          7                                      | speed: the document must be a group of keys and values, not 7
          """)
  void aWrongModelIsOneLine(String model, String message) {
    var written = Document.of("f", model).root().node();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> CATALOG.speedSpec(written))
        .withMessage(message);
  }

  @Test
  void twoPluginsOfOneNameAreRefused() {
    var twice = List.of(new Plugins.Doubling(), new Plugins.Doubling());
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> new Catalog(List.of(), List.of(), twice, List.of(), List.of()))
        .withMessage(
            "two plug-ins are named doubling: %s and %s; give one another name, or remove its jar",
            Plugins.Doubling.class.getName(), Plugins.Doubling.class.getName());
  }

  private static Object policy(Choice choice) {
    return CATALOG.policy(choice, CATALOG.placement(Choice.named("spread")), SEED);
  }
}

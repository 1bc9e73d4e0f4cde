package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "90s, PT1M30S", "5m, PT5M", "1h30m, PT1H30M", "250ms, PT0.25S", "2d, PT48H", "1w, PT168H",
    "0s, PT0S", "0, PT0S", "12, PT12S", "1.5, PT1.5S", "0.5h, PT30M", "30us, PT0.00003S",
    "5ns, PT0.000000005S", " 3s , PT3S", "36525d, PT876600H"
  })
  void durationsAreRead(String text, Duration duration) {
    assertThat(Quantity.duration(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "5x",
        "5 minutes",
        "1h 30m",
        "PT5M",
        "NaN",
        "Infinity",
        "1e3",
        "--1",
        "0x10",
        "200y",
        "99999999d",
        "1000000000000",
        "1..5s",
        "5m!"
      })
  void otherTextIsNoDuration(String text) {
    assertThat(Quantity.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00Z",
    "1.25, 1970-01-01T00:00:01.250Z",
    "2017-10-09 07:01:55, 2017-10-09T07:01:55Z",
    "2017-10-09T07:01:55, 2017-10-09T07:01:55Z",
    "2017-10-09T07:01, 2017-10-09T07:01:00Z",
    "2017-10-09T07:01:55.5+02:00, 2017-10-09T05:01:55.5Z",
    "2017-10-09T07:01:55Z, 2017-10-09T07:01:55Z"
  })
  void instantsAreRead(String text, Instant instant) {
    assertThat(Quantity.instant(text)).contains(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "today",
        "2017-13-01T00:00:00Z",
        "2017-02-30T00:00:00Z",
        "2017-10-09",
        "-1",
        "1969-12-31T23:59:59Z",
        "9999-01-01T00:00:00Z",
        "7000000000",
        "NaN"
      })
  void otherTextIsNoInstant(String text) {
    assertThat(Quantity.instant(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "64, 64",
    "64Gi, 68719476736",
    "64GiB, 68719476736",
    "64GB, 64000000000",
    "64G, 64000000000",
    "512Mi, 536870912",
    "1.5k, 1500",
    "2 TiB, 2199023255552",
    "0, 0",
    "7B, 7",
    "0.5, 0.5"
  })
  void amountsAreRead(String text, double amount) {
    assertThat(Quantity.amount(text)).contains(amount);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "-1", "1e9", "64Gb!", "Gi", "NaN", "1 2"})
  void otherTextIsNoAmount(String text) {
    assertThat(Quantity.amount(text)).isEmpty();
  }

  @Test
  void aDurationIsWrittenSoThatItCanBeRead() {
    assertThat(Quantity.text(Duration.ofMillis(90_250))).isEqualTo("90.25s");
    assertThat(Quantity.duration(Quantity.text(Duration.ofNanos(1)))).contains(Duration.ofNanos(1));
    assertThat(Quantity.text(Duration.ZERO)).isEqualTo("0s");
  }

  @ParameterizedTest
  @CsvSource({
    "25Gbps, 3.125e9",
    "25 Gbit/s, 3.125e9",
    "3GB/s, 3e9",
    "1GiB/s, 1073741824",
    "800bps, 100",
    "0.5Mbps, 62500"
  })
  void linksAreRead(String text, double bytesPerSecond) {
    assertThat(Quantity.bytesPerSecond(text)).contains(bytesPerSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "25", "25Gb", "-1Gbps", "0Gbps", "25 Gbps s", "1e9bps"})
  void otherTextIsNoLink(String text) {
    assertThat(Quantity.bytesPerSecond(text)).isEmpty();
  }
}

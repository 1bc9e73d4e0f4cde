package dev.ductile.bench.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TestbedTest {
  private static final long MILLISECOND = 1_000_000;
  private static final TcpCounters NO_TRAFFIC = new TcpCounters(0, 0, 0);

  @Test
  void throughputCountsTheStepsOfAllWorkersWithinTheWindow() {
    var window = new Span(at(1000), at(2000));

    Measured measured =
        Measured.in(window, List.of(every(200, 0), every(200, 100)), 0.5, NO_TRAFFIC);

    assertThat(measured.workers()).isEqualTo(2);
    assertThat(measured.stepsPerSecond()).isCloseTo(10, within(1e-9));
  }

  @Test
  void twoRepetitionsHaveAMeanAndASpread() {
    var both =
        new Measured(3, 10, 0, 0.2, new TcpCounters(100, 1, 0))
            .and(new Measured(3, 12, 0, 0.4, new TcpCounters(100, 3, 1)));

    assertThat(both.stepsPerSecond()).isEqualTo(11);
    assertThat(both.spread()).isEqualTo(1);
    assertThat(both.traffic().resentShare()).isEqualTo(0.02);
  }

  /** A step of 191 ms, as of the paper's model of 8 MB. */
  @Test
  void theProcessesReportThePhasesOfAStep() {
    var work = LongStream.range(0, 9).mapToObj(i -> span(191 * i + 72, 29)).toList();
    var applications = LongStream.range(-1, 9).mapToObj(i -> span(191 * i + 173, 18)).toList();

    var reported = ReportedPhases.by(work, applications, new Span(0, at(10_000)));

    assertThat(reported.steps()).isEqualTo(9);
    assertThat(reported.downlink().mean()).isCloseTo(0.072, within(1e-9));
    assertThat(reported.worker().mean()).isCloseTo(0.029, within(1e-9));
    assertThat(reported.uplink().mean()).isCloseTo(0.072, within(1e-9));
    assertThat(reported.server().mean()).isCloseTo(0.018, within(1e-9));
  }

  @Test
  void argumentsOfProcessesAreReadAsTheyWereWritten() {
    var effort = new Effort(Work.COMPUTE, 0.029, 0.1);
    var span = new Span(12, 34);

    assertThat(effort.words()).hasSize(Effort.WORDS);
    assertThat(Effort.parse(effort.words())).isEqualTo(effort);
    assertThat(Span.parse(span.toString())).isEqualTo(span);
    assertThatThrownBy(() -> new Effort(Work.SLEEP, 1, 0.6)).hasMessageContaining("0.6");
  }

  @Test
  void aMessageTakesItsTimeOnTheWireWithItsHeaders() {
    BedJob lin = Case.ALL.getFirst().job();

    assertThat(lin.bitsPerSecond()).isCloseTo(929.4e6, within(0.1e6));
    assertThat(Link.ofSwitch(lin.bitsPerSecond()).buffer()).isBetween(900_000L, 950_000L);
  }

  @Test
  void errorsAreReportedWithAndWithoutTheirSigns() {
    Errors errors = Errors.of(DoubleStream.of(0.1, -0.3));

    assertThat(errors.mean()).isCloseTo(0.2, within(1e-12));
    assertThat(errors.signed()).isCloseTo(-0.1, within(1e-12));
    assertThat(errors.worst()).isEqualTo(0.3);
  }

  private static List<Span> every(long milliseconds, long first) {
    return LongStream.range(0, 20).mapToObj(i -> span(first + i * milliseconds, 10)).toList();
  }

  private static Span span(long from, long milliseconds) {
    return new Span(at(from), at(from + milliseconds));
  }

  private static long at(long milliseconds) {
    return milliseconds * MILLISECOND;
  }
}

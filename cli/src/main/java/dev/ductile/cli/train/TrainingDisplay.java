package dev.ductile.cli.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The figures of one job, and the keys that steer it. */
record TrainingDisplay(TrainingStatus status) implements Screen.Display {
  private static final int WIDTH = 79;
  private static final int CURVE = 24;
  private static final String GAP = "   ";

  @Override
  public List<String> lines(long now) {
    return List.of(sentence(now));
  }

  String sentence(long now) {
    var parts = new ArrayList<String>(List.of("step " + JobText.steps(status)));
    status.loss().ifPresent(loss -> parts.add("loss " + JobText.figure(loss)));
    status.heldOut().ifPresent(figures -> parts.add("held-out " + figures.brief()));
    OptionalDouble speed = speed(now);
    speed.ifPresent(known -> parts.add(JobText.figure(known) + " steps/s"));
    parts.add(tasks());
    String phase = phase(now);
    if (!phase.equals("running")) {
      parts.add(phase);
    }
    left(now).ifPresent(parts::add);
    return String.join(", ", parts);
  }

  @Override
  public List<String> block(long now, TerminalSize terminal) {
    OptionalDouble known = speed(now);
    String speed = known.isPresent() ? JobText.figure(known.getAsDouble()) + " steps/s" : "";
    String loss =
        status.loss().isPresent() ? "loss " + JobText.figure(status.loss().getAsDouble()) : "";
    String pause =
        status.pauses().isEmpty() ? "" : "last pause " + JobText.millis(status.pauses().getLast());
    String saved =
        status.checkpoint().isPresent()
            ? "saved at step %,d".formatted(status.checkpoint().getAsLong())
            : "";
    String name = "%s  %s".formatted(status.job(), phase(now));
    String step = "step " + JobText.steps(status);
    int room = WIDTH - line(name, step, loss, speed).length() - GAP.length();
    return lines(
        line(name, step, loss, JobText.curve(status.losses(), Math.min(CURVE, room)), speed),
        line(tasks(), pause, saved, left(now).orElse("")),
        status.heldOut().map(HeldOutFigures::sentence).orElse(""),
        line("+ - workers", "] [ servers", "q saves and stops"));
  }

  private static List<String> lines(String... all) {
    return List.of(all).stream().filter(line -> !line.isEmpty()).toList();
  }

  /** The phase of the job, or how long its master has been silent. */
  private String phase(long now) {
    OptionalLong silent = status.silentSeconds(now);
    return silent.isPresent()
        ? "no status from its master for %d s".formatted(silent.getAsLong())
        : status.phase();
  }

  private OptionalDouble speed(long now) {
    return status.silentSeconds(now).isPresent() ? OptionalDouble.empty() : status.stepsPerSecond();
  }

  private Optional<String> left(long now) {
    OptionalDouble left = JobText.secondsLeft(status, speed(now));
    return left.isPresent()
        ? Optional.of(JobText.time(left.getAsDouble()) + " left")
        : Optional.empty();
  }

  private static String line(String... parts) {
    String all =
        List.of(parts).stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(GAP));
    return all.length() <= WIDTH ? all : all.substring(0, WIDTH);
  }

  private String tasks() {
    String now = JobText.words(status.size().workers(), status.size().servers());
    return status.size().equals(status.wanted())
        ? now
        : now + " (target %s)".formatted(status.wanted());
  }
}

package dev.ductile.bench.testbed;

import dev.ductile.models.profile.PhaseTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The phases of a step as the worker and its server report them, to check the packet capture. */
final class ReportedPhases {
  private ReportedPhases() {}

  static PhaseTimes by(List<Span> work, List<Span> applications, Span window) {
    var steps = new ArrayList<PhaseTimes.Step>();
    for (Span done : work) {
      Optional<Span> before =
          applications.stream().filter(apply -> apply.to() <= done.from()).reduce((a, b) -> b);
      Optional<Span> after =
          applications.stream().filter(apply -> apply.from() >= done.to()).findFirst();
      if (window.holds(done) && before.isPresent() && after.isPresent()) {
        steps.add(
            new PhaseTimes.Step(
                Span.seconds(before.get().to(), done.from()),
                done.seconds(),
                Span.seconds(done.to(), after.get().from()),
                after.get().seconds()));
      }
    }
    return PhaseTimes.of(steps);
  }
}

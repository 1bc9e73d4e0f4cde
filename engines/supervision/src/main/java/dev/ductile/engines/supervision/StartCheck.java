package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import java.util.Optional;

/** Finds, before a start, the reasons why a job can never start. */
record StartCheck(JobSpec spec, Allocation target, EngineContext context) {

  /** Why the job can never start with this allocation, in one line. */
  Optional<String> text() {
    Program program = spec.program();
    if (program.isNone()) {
      return Optional.of("it has no command, so it can only be simulated");
    }
    int most = context.settings().limits().tasks();
    if (target.size().tasks() > most) {
      return Optional.of(
          "%d processes are too many; the limit is %d".formatted(target.size().tasks(), most));
    }
    return context
        .capacity()
        .whyNever(target, spec.demand())
        .or(this::textComplaint)
        .or(this::secretComplaint)
        .or(this::userComplaint)
        .or(this::platformComplaint)
        .or(this::progressComplaint);
  }

  /** Texts that the operating system cannot pass to a process. */
  private Optional<String> textComplaint() {
    Program program = spec.program();
    for (String word : program.command()) {
      if (word.indexOf('\0') >= 0) {
        return Optional.of("its command has a NUL character");
      }
    }
    for (var variable : program.environment().entrySet()) {
      String name = variable.getKey();
      if (name.isEmpty() || name.contains("=") || (name + variable.getValue()).indexOf('\0') >= 0) {
        return Optional.of("its environment has the impossible variable \"%s\"".formatted(name));
      }
    }
    return Optional.empty();
  }

  private Optional<String> secretComplaint() {
    return spec.program().secrets().values().stream()
        .sorted()
        .filter(name -> context.secrets().value(spec.owner(), name).isEmpty())
        .findFirst()
        .map(name ->
            "its owner %s has no secret named %s; store it and submit the job again"
                .formatted(spec.owner().isEmpty() ? "(none)" : spec.owner(), name));
  }

  private Optional<String> userComplaint() {
    return context.platform().users().problem(spec.owner());
  }

  private Optional<String> platformComplaint() {
    return context
        .platform()
        .check()
        .problem(
            spec.program(),
            context.platform().users().home(context.folders().job(spec.id())),
            context.environment());
  }

  private Optional<String> progressComplaint() {
    try {
      ProgressFormat.of(spec.program().progress());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}

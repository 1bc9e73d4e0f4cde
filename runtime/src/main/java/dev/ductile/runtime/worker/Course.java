package dev.ductile.runtime.worker;

/** In which phase a worker is; every change is checked. */
final class Course {
  private Phase phase = Phase.STANDING;

  Phase phase() {
    return phase;
  }

  boolean is(Phase wanted) {
    return phase == wanted;
  }

  void to(Phase next) {
    if (!phase.mayBecome(next)) {
      throw new IllegalStateException("a worker that is %s cannot be %s".formatted(phase, next));
    }
    phase = next;
  }
}

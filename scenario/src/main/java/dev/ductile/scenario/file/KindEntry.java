package dev.ductile.scenario.file;

import dev.ductile.api.Mechanism;
import dev.ductile.api.Resources;
import dev.ductile.api.Shape;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What many jobs may have in common, as people write it: all but name, arrival and work. */
record KindEntry(
    Optional<String> owner,
    Optional<String> queue,
    OptionalInt priority,
    Optional<Shape> shape,
    Resources worker,
    Optional<Resources> server,
    Optional<Resources> limit,
    Optional<BoundsEntry> bounds,
    Optional<SizeEntry> request,
    Optional<Written> speed,
    Optional<UtilityEntry> utility,
    Optional<Mechanism> mechanism,
    Optional<Duration> cooldown,
    Optional<Duration> minimumRun,
    Optional<ProgramEntry> program) {}

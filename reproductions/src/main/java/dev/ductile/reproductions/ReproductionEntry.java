package dev.ductile.reproductions;

import dev.ductile.text.Written;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A reproduction, as people write it. */
record ReproductionEntry(
    String title,
    Paper paper,
    String figure,
    Axis x,
    Axis y,
    Optional<List<String>> readings,
    Optional<List<String>> notes,
    Optional<String> takes,
    Written experiment,
    Optional<Map<String, Map<String, Double>>> theirs,
    List<Written> claims,
    Optional<Written> quick) {}

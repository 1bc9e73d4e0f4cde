package dev.ductile.rest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A policy that decides beside the acting one, and the comparison since the acting policy last
 * changed.
 *
 * @param since the picture of its first decision; absent before it
 * @param decisions its decisions on pictures on which the acting policy decided too
 * @param equal those of them that give the same sizes to all jobs
 * @param jobs the jobs that one of both plans gives resources, summed over all decisions
 * @param equalJobs those of them that have the same size in both plans
 * @param skipped pictures that came while it was busy
 * @param failures its decisions and forecasts that threw an exception
 * @param differences the latest jobs to which it gave another size, the newest first
 * @param measures figures of the futures of the present jobs under both policies
 */
public record ShadowView(
    String acting,
    String shadow,
    Optional<Instant> since,
    long decisions,
    long equal,
    long jobs,
    long equalJobs,
    long skipped,
    long failures,
    List<ShadowDifference> differences,
    List<WhatIfMeasure> measures,
    String sentence) {}

package dev.ductile.rest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why a job waits, or has its size.
 *
 * @param needs the resources of its least size
 * @param position its place among the waiting jobs of its queue, from 1
 * @param speedSource where its speed comes from, as in {@link JobDetails}
 * @param sizes the sizes below, at and above the present one
 * @param advice what its user could change
 */
public record Why(
    String job,
    String state,
    String sentence,
    Optional<ReasonView> reason,
    Map<String, Double> needs,
    Map<String, Double> free,
    List<Blocker> blockers,
    Optional<Integer> position,
    int waiting,
    Optional<Forecast> forecast,
    Optional<String> speedSource,
    List<SizeChoice> sizes,
    List<String> advice,
    List<JobChange> changes) {}

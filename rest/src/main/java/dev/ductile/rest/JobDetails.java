package dev.ductile.rest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the server knows about one job.
 *
 * @param fixed the size at which a user has fixed it
 * @param sizes the allowed sizes in words
 * @param after the jobs that must end before it starts
 * @param speedSource where its speed comes from, such as: speeds of job ads-3, measured at 1 and 2
 *     workers
 * @param message why it failed, was cancelled or is held
 * @param logs the logs of its tasks, newest first
 * @param file the job file as it was submitted
 */
public record JobDetails(
    JobSummary job,
    String aggregation,
    String rescaleMode,
    String unit,
    TaskCounts request,
    Optional<TaskCounts> fixed,
    String sizes,
    Map<String, Double> workerResources,
    Map<String, Double> serverResources,
    List<TaskShare> nodes,
    List<String> command,
    String directory,
    List<String> after,
    Map<String, String> labels,
    JobAccount account,
    Optional<String> speedSource,
    Optional<String> message,
    List<LogName> logs,
    String file) {}

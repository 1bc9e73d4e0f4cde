package dev.ductile.reports;

/**
 * The context of a report that is not in its results.
 *
 * @param workload the source of the jobs, for readers
 * @param command the command that repeats the experiment
 * @param version of the program that made it
 */
public record ReportContext(String workload, String command, String version) {}

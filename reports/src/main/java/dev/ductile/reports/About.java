package dev.ductile.reports;

/**
 * What a report cannot read off its results.
 *
 * @param workload where the jobs come from, for people
 * @param command what repeats the experiment, exactly as it is typed
 * @param version of the program that made it
 */
public record About(String workload, String command, String version) {}

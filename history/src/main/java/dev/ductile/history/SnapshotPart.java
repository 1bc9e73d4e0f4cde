package dev.ductile.history;

/**
 * A part of a snapshot. Parts are small enough to be written one by one beside other work.
 *
 * @param kind the content, such as a number of jobs
 */
public record SnapshotPart(String kind, String json) {}

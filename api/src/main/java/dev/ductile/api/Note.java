package dev.ductile.api;

/**
 * The memory of a policy about a job. A policy defines its notes as records of plain values
 * (numbers, booleans, strings, instants, durations, sizes), or as a sealed interface of several
 * such records, and names the type in its {@link PolicyProvider#notebook}. Notes are data: the
 * journal contains them, and they are read back after a restart.
 */
public interface Note {}

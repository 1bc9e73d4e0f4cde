package dev.ductile.api;

/**
 * What a policy remembers of a job. A policy defines its notes as records of plain values (numbers,
 * truth values, words, instants, durations, sizes), or as a sealed interface of several such
 * records, and names the type in its {@link PolicyProvider#notebook}. Notes are data: they are
 * written with the events of a cluster and read back after a restart.
 */
public interface Note {}

package dev.ductile.api;

/** A policy's note on one job, as a plan writes it. */
public record JobNote(JobId job, String policy, Note note) {}

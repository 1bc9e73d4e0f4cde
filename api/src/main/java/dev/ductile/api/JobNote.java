package dev.ductile.api;

/** A note of a policy on one job, as part of a plan. */
public record JobNote(JobId job, String policy, Note note) {}

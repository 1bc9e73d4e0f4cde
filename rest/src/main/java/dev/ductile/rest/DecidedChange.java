package dev.ductile.rest;

/** A change of one job by a decision. */
public record DecidedChange(String job, TaskCounts from, TaskCounts to, ReasonView reason) {}

package dev.ductile.scenario;

/** A format whose traces know one size of each job. */
public interface RigidTraceFormat extends TraceFormat {}

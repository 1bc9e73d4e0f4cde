package dev.ductile.server.notify;

import dev.ductile.scenario.job.Hook;
import dev.ductile.scenario.job.JobMoment;
import java.time.Instant;

/**
 * One change of a job, for one web server.
 *
 * @param message why it changed; empty if that needs no word
 */
record Notice(Hook hook, String job, String owner, JobMoment moment, Instant at, String message) {}

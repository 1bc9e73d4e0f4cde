package dev.ductile.rest;

import java.time.Instant;

/**
 * A job to which the policy in shadow gave another size than the acting one.
 *
 * @param at the time of the picture
 * @param why the reason of the policy in shadow
 */
public record ShadowDifference(
    Instant at, String job, TaskCounts acting, TaskCounts shadow, String why) {}

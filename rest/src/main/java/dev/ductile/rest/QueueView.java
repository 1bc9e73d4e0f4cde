package dev.ductile.rest;

import java.util.Map;
import java.util.Optional;

/**
 * A queue and its use.
 *
 * @param quota the most that its jobs hold together
 * @param userQuota the most that its jobs of one owner hold together
 * @param maxPriority the highest priority that users may give to its jobs
 * @param borrows whether it may hold more than is guaranteed
 * @param halfLifeSeconds the time after which past use counts half; absent if it does not count
 * @param share its part of the allocated devices
 * @param fairShare its part of the weights of the queues that have jobs now; 0 without jobs
 * @param steadyShare its part of the weights of all queues
 * @param usage its decayed use in device-seconds
 */
public record QueueView(
    String name,
    Map<String, Double> guaranteed,
    Map<String, Double> quota,
    Map<String, Double> userQuota,
    int maxPriority,
    double weight,
    boolean borrows,
    Optional<Double> halfLifeSeconds,
    Map<String, Double> used,
    Map<String, Double> borrowed,
    double share,
    double fairShare,
    double steadyShare,
    double usage,
    int pending,
    int running) {}

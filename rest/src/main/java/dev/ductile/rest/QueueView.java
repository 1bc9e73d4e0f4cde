package dev.ductile.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A queue and its use.
 *
 * @param share its part of the allocated devices
 * @param fairShare the part that its weight entitles it to
 * @param usage its decayed use in device-seconds
 */
public record QueueView(
    String name,
    Map<String, Double> guaranteed,
    Map<String, Double> limit,
    double weight,
    Map<String, Double> used,
    Map<String, Double> borrowed,
    double share,
    double fairShare,
    double usage,
    int pending,
    int running,
    Map<String, JsonNode> settings) {}

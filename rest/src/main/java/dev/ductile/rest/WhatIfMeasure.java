package dev.ductile.rest;

/**
 * One figure of both futures; the difference has an interval of 95 %.
 *
 * @param isClear whether the difference is beyond chance
 */
public record WhatIfMeasure(
    String name,
    String unit,
    double now,
    double asked,
    double difference,
    double low,
    double high,
    boolean isClear) {}

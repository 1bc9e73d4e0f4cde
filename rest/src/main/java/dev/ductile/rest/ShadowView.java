package dev.ductile.rest;

import java.util.List;

/** A policy that decides beside the acting one, and the comparison so far. */
public record ShadowView(
    String acting,
    String shadow,
    long decisions,
    long equal,
    List<WhatIfMeasure> measures,
    String sentence) {}

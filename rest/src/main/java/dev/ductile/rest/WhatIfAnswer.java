package dev.ductile.rest;

import java.util.List;
import java.util.Map;

/**
 * The future of the present jobs as it is and as asked.
 *
 * @param pictures SVG pictures by their names
 */
public record WhatIfAnswer(
    String question,
    int simulations,
    boolean isCut,
    List<WhatIfMeasure> measures,
    List<WhatIfJob> jobs,
    Map<String, String> pictures) {}

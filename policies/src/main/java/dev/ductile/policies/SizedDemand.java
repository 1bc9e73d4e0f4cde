package dev.ductile.policies;

import dev.ductile.api.Demand;
import dev.ductile.api.Size;

/** The demand of a job at a size. Jobs with equal ones fit in the same places. */
public record SizedDemand(Demand demand, Size size) {}

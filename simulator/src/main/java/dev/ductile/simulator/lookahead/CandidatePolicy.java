package dev.ductile.simulator.lookahead;

import dev.ductile.api.Policy;

/** A policy whose plans are evaluated, and its name. */
record CandidatePolicy(String name, Policy policy) {}

package dev.ductile.simulator.lookahead;

import dev.ductile.api.Policy;

/** A policy that might decide, by its name. */
record Candidate(String name, Policy policy) {}

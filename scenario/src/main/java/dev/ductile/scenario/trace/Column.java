package dev.ductile.scenario.trace;

/** A column of a table and its name. */
record Column(int index, String name) {}

package dev.ductile.scenario.trace;

/** A column of a table, found once by its name. */
record Column(int index, String name) {}

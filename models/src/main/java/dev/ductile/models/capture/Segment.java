package dev.ductile.models.capture;

/**
 * One packet of a TCP connection.
 *
 * @param payload how many bytes it carries for the programs at both ends
 * @param answersOpening whether its sender accepts a connection, so that it is the one who listens
 */
record Segment(long nanos, Endpoint from, Endpoint to, long payload, boolean answersOpening) {}

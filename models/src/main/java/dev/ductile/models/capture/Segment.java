package dev.ductile.models.capture;

/**
 * One packet of a TCP connection.
 *
 * @param payload the number of bytes of application data
 * @param answersOpening whether its sender accepts a connection, and so is the listening end
 */
record Segment(long nanos, Endpoint from, Endpoint to, long payload, boolean answersOpening) {}

package dev.ductile.rest;

/**
 * A part of a log.
 *
 * @param from the byte at which the text begins
 * @param next the byte to ask for next
 * @param isEnd whether the task has ended and this is all
 */
public record LogPart(String text, long from, long next, boolean isEnd) {}

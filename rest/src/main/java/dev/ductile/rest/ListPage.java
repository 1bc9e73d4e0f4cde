package dev.ductile.rest;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param next the value of {@code after} for the next part; absent at the end
 * @param total the number of items of the whole list
 */
public record ListPage<T>(List<T> items, Optional<String> next, long total) {}

package dev.ductile.rest;

import java.util.List;

/**
 * An answer that is not a success, in the form of RFC 9457.
 *
 * @param type names the kind of problem, such as {@code not-found}
 * @param detail one sentence with the values and the next step
 * @param mistakes all mistakes of a file, each with its place; empty for other problems
 */
public record Problem(
    String type, String title, int status, String detail, List<String> mistakes) {}

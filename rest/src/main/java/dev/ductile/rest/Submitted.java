package dev.ductile.rest;

import java.util.List;

/**
 * The answer to an accepted job file.
 *
 * @param ids one for each job; several for an array
 * @param notes hints for the user
 */
public record Submitted(List<String> ids, List<String> notes) {}

package dev.ductile.rest;

import java.util.Optional;

/** Changes of a submitted job; an absent one stays as it is. */
public record JobAmendment(
    Optional<Integer> priority,
    Optional<String> queue,
    Optional<TaskCounts> least,
    Optional<TaskCounts> most) {}

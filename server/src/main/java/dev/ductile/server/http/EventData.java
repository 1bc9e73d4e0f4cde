package dev.ductile.server.http;

/** One event: its name and its record. */
public record EventData(String name, Record document) {}

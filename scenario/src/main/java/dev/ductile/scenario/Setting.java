package dev.ductile.scenario;

/** A setting of a policy, for people: its key, and its value for those who set nothing. */
public record Setting(String key, String standard) {}

package dev.ductile.bench.testbed;

/**
 * A machine of the bed: a network namespace with one interface, {@code eth0}.
 *
 * @param name also of the port of the switch where its cable ends
 */
record Host(String name, String namespace, String address) {}

package dev.ductile.bench.testbed;

/**
 * A host of the bed: a network namespace with one interface, {@code eth0}.
 *
 * @param name the name of the host and of its port at the switch
 */
record BedHost(String name, String namespace, String address) {}

package dev.ductile.server;

import dev.ductile.api.Program;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * The parts of a server that its command chooses.
 *
 * @param data the data folder
 * @param lifetime whether jobs outlive the server
 * @param database the URL of the database; that in the data folder if it is absent
 * @param environment variables of every task besides those of the process contract
 * @param programs makes a program that an engine can start, from one that may name a bundled
 *     program
 * @param notes takes lines for operators
 * @param clock the time of day
 * @param random makes the secrets of tokens
 * @param nanos a clock that never goes back, to measure times
 */
public record ServerOptions(
    ServerSettings settings,
    Catalog catalog,
    Path data,
    LocalEngine.Lifetime lifetime,
    Optional<String> database,
    HttpSettings http,
    Map<String, String> environment,
    UnaryOperator<Program> programs,
    Consumer<String> notes,
    InstantSource clock,
    LongSupplier nanos,
    RandomGenerator random) {
  public ServerOptions {
    environment = Map.copyOf(environment);
  }
}

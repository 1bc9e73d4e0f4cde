package dev.ductile.server.reload;

import dev.ductile.scenario.ServerSettings;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A server file that can be read again.
 *
 * @param settings reads the whole file; throws {@link dev.ductile.text.InputException} with all
 *     mistakes in it
 */
public record SettingsFile(Path path, Supplier<ServerSettings> settings) {}

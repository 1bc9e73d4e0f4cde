package dev.ductile.server.reload;

import dev.ductile.scenario.ServerSettings;
import java.util.function.Consumer;

/**
 * The parts of a server that take new settings while it runs.
 *
 * @param scheduling takes all settings that are no events
 * @param shadows takes the policies in shadow
 * @param openId takes the provider by which people sign in
 * @param certificate the certificate of TLS
 */
public record LiveParts(
    Consumer<ServerSettings> scheduling,
    Consumer<ServerSettings> shadows,
    Consumer<ServerSettings> openId,
    CertificateSource certificate) {}

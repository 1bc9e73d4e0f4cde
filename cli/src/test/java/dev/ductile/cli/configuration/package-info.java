/** Tests of the configuration of commands for a server. */
@NullMarked
package dev.ductile.cli.configuration;

import org.jspecify.annotations.NullMarked;

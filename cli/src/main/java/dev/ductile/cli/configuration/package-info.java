/** The configuration of commands that talk to a server: its keys, its sources and its origin. */
@NullMarked
package dev.ductile.cli.configuration;

import org.jspecify.annotations.NullMarked;

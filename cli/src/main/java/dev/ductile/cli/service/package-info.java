/** The answers of a server as tables and texts for people, and as documents for programs. */
@NullMarked
package dev.ductile.cli.service;

import org.jspecify.annotations.NullMarked;

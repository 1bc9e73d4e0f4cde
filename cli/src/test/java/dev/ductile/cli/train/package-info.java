@NullMarked
package dev.ductile.cli.train;

import org.jspecify.annotations.NullMarked;

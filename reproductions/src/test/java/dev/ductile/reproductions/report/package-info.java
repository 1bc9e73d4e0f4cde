@NullMarked
package dev.ductile.reproductions.report;

import org.jspecify.annotations.NullMarked;

/** Scenarios and pictures of clusters, read from the files in which people write them. */
@NullMarked
package dev.ductile.scenario.file;

import org.jspecify.annotations.NullMarked;

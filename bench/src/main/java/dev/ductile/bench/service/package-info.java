/** Measurements of the service under load. */
@NullMarked
package dev.ductile.bench.service;

import org.jspecify.annotations.NullMarked;

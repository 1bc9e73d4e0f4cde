/**
 * Input as typed values: documents in YAML and JSON, times and amounts. Each mistake is one line
 * with its place.
 */
@NullMarked
package dev.ductile.text;

import org.jspecify.annotations.NullMarked;

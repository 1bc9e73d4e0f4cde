/**
 * Text that people write, as typed values: documents in YAML and JSON, times and amounts, and for
 * every mistake one line that says where and what.
 */
@NullMarked
package dev.ductile.text;

import org.jspecify.annotations.NullMarked;

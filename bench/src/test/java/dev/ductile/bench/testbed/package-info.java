@NullMarked
package dev.ductile.bench.testbed;

import org.jspecify.annotations.NullMarked;

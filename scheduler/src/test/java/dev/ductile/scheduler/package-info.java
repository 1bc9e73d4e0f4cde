@NullMarked
package dev.ductile.scheduler;

import org.jspecify.annotations.NullMarked;

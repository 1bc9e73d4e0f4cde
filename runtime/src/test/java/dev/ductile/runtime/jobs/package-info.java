@NullMarked
package dev.ductile.runtime.jobs;

import org.jspecify.annotations.NullMarked;

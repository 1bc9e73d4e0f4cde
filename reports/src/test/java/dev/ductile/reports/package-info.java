@NullMarked
package dev.ductile.reports;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.ductile.answers.forecast;

import org.jspecify.annotations.NullMarked;

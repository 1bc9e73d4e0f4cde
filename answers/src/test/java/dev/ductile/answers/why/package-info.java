@NullMarked
package dev.ductile.answers.why;

import org.jspecify.annotations.NullMarked;

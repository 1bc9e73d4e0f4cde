@NullMarked
package dev.ductile.scenario.text;

import org.jspecify.annotations.NullMarked;

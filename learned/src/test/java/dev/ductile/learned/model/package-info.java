@NullMarked
package dev.ductile.learned.model;

import org.jspecify.annotations.NullMarked;

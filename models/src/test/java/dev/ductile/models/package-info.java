@NullMarked
package dev.ductile.models;

import org.jspecify.annotations.NullMarked;

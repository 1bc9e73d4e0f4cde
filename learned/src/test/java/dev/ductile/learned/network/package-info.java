@NullMarked
package dev.ductile.learned.network;

import org.jspecify.annotations.NullMarked;

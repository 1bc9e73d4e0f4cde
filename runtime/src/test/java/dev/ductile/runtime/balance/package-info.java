@NullMarked
package dev.ductile.runtime.balance;

import org.jspecify.annotations.NullMarked;

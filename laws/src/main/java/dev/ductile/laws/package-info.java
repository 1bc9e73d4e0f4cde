/** The laws of policies, which hold for every plan, and random clusters to check them on. */
@NullMarked
package dev.ductile.laws;

import org.jspecify.annotations.NullMarked;

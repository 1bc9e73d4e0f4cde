/** The life of a trained model: its networks, its settings, its training, and its file. */
@NullMarked
package dev.ductile.learned.model;

import org.jspecify.annotations.NullMarked;

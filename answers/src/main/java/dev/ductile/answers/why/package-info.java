/** Why a job waits or has its size, and its history. */
@NullMarked
package dev.ductile.answers.why;

import org.jspecify.annotations.NullMarked;

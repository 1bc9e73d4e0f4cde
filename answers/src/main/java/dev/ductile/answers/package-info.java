/**
 * Answers to questions about policies, speeds and losses, in the form for programs and the form for
 * people.
 */
@NullMarked
package dev.ductile.answers;

import org.jspecify.annotations.NullMarked;

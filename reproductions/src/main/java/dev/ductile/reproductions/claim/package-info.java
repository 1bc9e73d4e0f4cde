/** What a paper says about its figure, and whether ours agrees. */
@NullMarked
package dev.ductile.reproductions.claim;

import org.jspecify.annotations.NullMarked;

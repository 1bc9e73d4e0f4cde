/** One live cluster: its scheduler, its journal, and answers to questions about it. */
@NullMarked
package dev.ductile.server.cluster;

import org.jspecify.annotations.NullMarked;

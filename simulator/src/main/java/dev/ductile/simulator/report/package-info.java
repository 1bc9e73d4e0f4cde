/** What people take home from runs: tables, files, plots, one page, and the log of every event. */
@NullMarked
package dev.ductile.simulator.report;

import org.jspecify.annotations.NullMarked;

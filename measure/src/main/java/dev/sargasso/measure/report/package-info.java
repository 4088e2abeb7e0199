/**
 * Measurements for people and programs: {@link dev.sargasso.measure.report.TextReport} for the
 * terminal, {@link dev.sargasso.measure.report.JsonReport} for programs, {@link
 * dev.sargasso.measure.report.HtmlReport} with charts; CSV is what a table of samples writes
 * itself. {@link dev.sargasso.measure.report.Charts} draws SVG that needs no script and no style
 * sheet, so that it can stand in a page or in a file of its own.
 */
@NullMarked
package dev.sargasso.measure.report;

import org.jspecify.annotations.NullMarked;

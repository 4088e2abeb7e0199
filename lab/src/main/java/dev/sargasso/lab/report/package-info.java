/**
 * Comparisons for people and for programs: {@link dev.sargasso.lab.report.TableReport} for the
 * terminal, {@link dev.sargasso.lab.report.CsvReport} with a line for each function, measure and
 * contestant, {@link dev.sargasso.lab.report.JsonReport} with all that is known, and {@link
 * dev.sargasso.lab.report.HtmlReport} with charts and pictures.
 */
@NullMarked
package dev.sargasso.lab.report;

import org.jspecify.annotations.NullMarked;

/**
 * One page of HTML that shows the whole compilation of a program and needs no server.
 *
 * <p>{@link dev.sargasso.visualizer.page.PageListener} listens to a compilation. Of each function
 * it keeps the text of its first graph, and for every later phase only the nodes that differ; with
 * the schedule it keeps in which blocks each node might stand and what each policy would choose.
 * {@link dev.sargasso.visualizer.page.Page} puts that, the page's own JavaScript and a library that
 * lays graphs out into one file. What is shown and how is all in the JavaScript, among the
 * resources.
 */
@NullMarked
package dev.sargasso.visualizer.page;

import org.jspecify.annotations.NullMarked;

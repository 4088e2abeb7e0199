/**
 * The order of nodes within a block.
 *
 * <p>{@link dev.sargasso.passes.order.ListScheduler} knows what must come before what: inputs,
 * control, and loads before the next definition of the memory that they read. Which of the legal
 * orders is taken is up to an {@link dev.sargasso.passes.order.OrderPriority}, an interface with
 * one method; {@link dev.sargasso.passes.order.OrderPriorities} has those that come with the
 * compiler.
 */
@NullMarked
package dev.sargasso.passes.order;

import org.jspecify.annotations.NullMarked;

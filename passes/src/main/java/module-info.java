/** Everything that turns a graph into a better graph, and global code motion. */
module dev.sargasso.passes {
  requires transitive dev.sargasso.ir;
  requires org.eclipse.collections.api;
  requires org.eclipse.collections.impl;
  requires static org.jspecify;

  exports dev.sargasso.passes.memory;
  exports dev.sargasso.passes.motion;
  exports dev.sargasso.passes.order;
  exports dev.sargasso.passes.simplify;
}

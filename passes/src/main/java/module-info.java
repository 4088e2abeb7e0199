/** Everything that turns a graph into a better graph, and global code motion. */
module dev.sargasso.passes {
  requires transitive dev.sargasso.ir;
  requires java.management;
  requires jdk.management;
  requires org.eclipse.collections.api;
  requires org.eclipse.collections.impl;
  requires static org.jspecify;

  exports dev.sargasso.passes.alias;
  exports dev.sargasso.passes.bulk;
  exports dev.sargasso.passes.closed;
  exports dev.sargasso.passes.constants;
  exports dev.sargasso.passes.counted;
  exports dev.sargasso.passes.data;
  exports dev.sargasso.passes.dead;
  exports dev.sargasso.passes.decision;
  exports dev.sargasso.passes.duplicate;
  exports dev.sargasso.passes.effects;
  exports dev.sargasso.passes.facts;
  exports dev.sargasso.passes.forward;
  exports dev.sargasso.passes.idiom;
  exports dev.sargasso.passes.inline;
  exports dev.sargasso.passes.loop;
  exports dev.sargasso.passes.memory;
  exports dev.sargasso.passes.motion;
  exports dev.sargasso.passes.order;
  exports dev.sargasso.passes.pipeline;
  exports dev.sargasso.passes.promote;
  exports dev.sargasso.passes.range;
  exports dev.sargasso.passes.reassociate;
  exports dev.sargasso.passes.recursion;
  exports dev.sargasso.passes.simplify;
  exports dev.sargasso.passes.thread;
  exports dev.sargasso.passes.stores;
  exports dev.sargasso.passes.unswitch;
}

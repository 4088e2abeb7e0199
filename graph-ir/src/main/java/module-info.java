/**
 * The program representation: a sea of nodes, and the control flow, schedules, texts and
 * interpreters around it.
 */
module dev.sargasso.ir {
  requires org.eclipse.collections.api;
  requires org.eclipse.collections.impl;
  requires static org.jspecify;

  exports dev.sargasso.ir.build;
  exports dev.sargasso.ir.cfg;
  exports dev.sargasso.ir.debug;
  exports dev.sargasso.ir.graph;
  exports dev.sargasso.ir.interpret;
  exports dev.sargasso.ir.program;
  exports dev.sargasso.ir.random;
  exports dev.sargasso.ir.schedule;
  exports dev.sargasso.ir.text;
  exports dev.sargasso.ir.type;
  exports dev.sargasso.ir.verify;
}

/**
 * The x86-64 back end: from a schedule to machine code in memory, an object file or assembly text.
 */
module dev.sargasso.x64 {
  exports dev.sargasso.x64;
  exports dev.sargasso.x64.allocate;
  exports dev.sargasso.x64.check;
  exports dev.sargasso.x64.interference;
  exports dev.sargasso.x64.machine;

  requires transitive dev.sargasso.ir;
  requires transitive dev.sargasso.passes;
  requires org.eclipse.collections.api;
  requires org.eclipse.collections.impl;
  requires static org.jspecify;

  exports dev.sargasso.x64.announce;
  exports dev.sargasso.x64.code;
  exports dev.sargasso.x64.emit;
  exports dev.sargasso.x64.encode;
  exports dev.sargasso.x64.object;
  exports dev.sargasso.x64.select;
}

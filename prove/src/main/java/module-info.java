/** Proof that passes keep what a program means, and the search for the change that does not. */
module dev.sargasso.prove {
  requires transitive dev.sargasso.driver;
  requires transitive dev.sargasso.ir;
  requires transitive dev.sargasso.passes;
  requires tools.aqua.turnkey.z3;
  requires static org.jspecify;

  exports dev.sargasso.prove;
  exports dev.sargasso.prove.bisect;
  exports dev.sargasso.prove.rules;
}

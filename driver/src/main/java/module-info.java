/** The public façade: one object that strings front ends, passes and back end together. */
module dev.sargasso.driver {
  requires transitive dev.sargasso.ir;
  requires transitive dev.sargasso.passes;
  requires transitive dev.sargasso.x64;
  requires transitive dev.sargasso.frontend.c;
  requires static org.jspecify;

  exports dev.sargasso.driver;
  exports dev.sargasso.driver.process;
}

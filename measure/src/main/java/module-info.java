/** How long compilations take, phase by phase, and whether that has changed. */
module dev.sargasso.measure {
  requires transitive dev.sargasso.driver;
  requires dev.sargasso.frontend.c;
  requires transitive dev.sargasso.ir;
  requires transitive dev.sargasso.passes;
  requires jdk.management;
  requires org.apache.commons.statistics.inference;
  requires static org.jspecify;

  exports dev.sargasso.measure.phase;
  exports dev.sargasso.measure.report;
  exports dev.sargasso.measure.sample;
  exports dev.sargasso.measure.shape;
}

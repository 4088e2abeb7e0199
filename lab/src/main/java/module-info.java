/** The laboratory: global code motion by experiment. */
module dev.sargasso.lab {
  requires java.compiler;
  requires transitive dev.sargasso.driver;
  requires transitive dev.sargasso.ir;
  requires transitive dev.sargasso.passes;
  requires transitive dev.sargasso.x64;
  requires dev.sargasso.visualizer;
  requires ortools.java;
  requires com.google.protobuf;
  requires static org.jspecify;

  exports dev.sargasso.lab.compare;
  exports dev.sargasso.lab.optimal;
  exports dev.sargasso.lab.policy;
  exports dev.sargasso.lab.report;
}

/**
 * Every way in which a graph, a schedule or an interference graph leaves the program as a picture
 * or a dump.
 */
module dev.sargasso.visualizer {
  requires transitive dev.sargasso.ir;
  requires transitive dev.sargasso.passes;
  requires transitive dev.sargasso.x64;
  requires transitive org.jgrapht.core;
  requires transitive org.jgrapht.io;
  requires static org.jspecify;

  exports dev.sargasso.visualizer.bgv;
  exports dev.sargasso.visualizer.describe;
  exports dev.sargasso.visualizer.dot;
  exports dev.sargasso.visualizer.dump;
  exports dev.sargasso.visualizer.exchange;
  exports dev.sargasso.visualizer.igv;
  exports dev.sargasso.visualizer.page;
  exports dev.sargasso.visualizer.text;
  exports dev.sargasso.visualizer.view;
}

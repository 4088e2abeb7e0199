/** The {@code sargasso} command. */
module dev.sargasso.cli {
  requires dev.sargasso.driver;
  requires dev.sargasso.ir;
  requires dev.sargasso.lab;
  requires dev.sargasso.measure;
  requires dev.sargasso.prove;
  requires java.management;
  requires dev.sargasso.visualizer;
  requires info.picocli;
  requires jdk.httpserver;
  requires static org.jspecify;

  exports dev.sargasso.cli;
}

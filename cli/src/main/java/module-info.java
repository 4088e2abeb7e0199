/** The {@code sargasso} command. */
module dev.sargasso.cli {
  requires dev.sargasso.driver;
  requires dev.sargasso.ir;
  requires dev.sargasso.prove;
  requires dev.sargasso.visualizer;
  requires info.picocli;
  requires static org.jspecify;

  exports dev.sargasso.cli;
}

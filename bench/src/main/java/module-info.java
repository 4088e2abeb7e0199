/** Benchmarks, and the comparison with other compilers. */
module dev.sargasso.bench {
  requires dev.sargasso.ir;
  requires dev.sargasso.passes;
  requires dev.sargasso.x64;
  requires dev.sargasso.visualizer;
  requires dev.sargasso.frontend.c;
  requires dev.sargasso.driver;
  requires dev.sargasso.cli;
  requires dev.sargasso.measure;
  requires info.picocli;
  requires java.management;
  requires jdk.management;
  requires jmh.core;
  requires static org.jspecify;

  exports dev.sargasso.bench.evidence;
  exports dev.sargasso.bench.fuzz;
  exports dev.sargasso.bench.generate;
  exports dev.sargasso.bench.growth;
  exports dev.sargasso.bench.jmh;
  exports dev.sargasso.bench.peers;
  exports dev.sargasso.bench.phase;
  exports dev.sargasso.bench.speed;
  exports dev.sargasso.bench.spills;
  exports dev.sargasso.bench.ssa;

  opens dev.sargasso.bench.evidence to
      info.picocli;
  opens dev.sargasso.bench.fuzz to
      info.picocli;
  opens dev.sargasso.bench.growth to
      info.picocli;
  opens dev.sargasso.bench.peers to
      info.picocli;
  opens dev.sargasso.bench.speed to
      info.picocli;
  opens dev.sargasso.bench.spills to
      info.picocli;
  opens dev.sargasso.bench.ssa to
      info.picocli;
}

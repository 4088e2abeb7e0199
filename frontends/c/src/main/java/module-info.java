/** The C front end: from a C source file to a sea of nodes. */
module dev.sargasso.frontend.c {
  requires transitive dev.sargasso.ir;
  requires jcpp;
  requires static org.jspecify;

  exports dev.sargasso.frontend.c;
  exports dev.sargasso.frontend.c.source;
}

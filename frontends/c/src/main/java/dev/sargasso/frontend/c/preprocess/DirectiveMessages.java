package dev.sargasso.frontend.c.preprocess;

/** Says what is wrong with a directive in the words of this compiler. */
final class DirectiveMessages {
  private DirectiveMessages() {}

  static String translate(final String message) {
    if (message.startsWith("#error")) {
      return message.strip();
    }
    if (message.startsWith("macro ") && message.contains(" parameters but given ")) {
      return message.replace(" args", " arguments") + "; pass as many as it has";
    }
    if (message.startsWith("variadic macro ")) {
      return message.replace(" args", " arguments") + "; pass more";
    }
    if (message.startsWith("EOF in macro args")) {
      return "the file ends within the arguments of a macro; add the missing ')'";
    }
    if (message.contains("#endif without")) {
      return "#endif without #if; remove it";
    }
    if (message.startsWith("#else after")) {
      return "#else after #else; a conditional has only one";
    }
    if (message.startsWith("#elif after")) {
      return "#elif after #else; put it before";
    }
    if (message.startsWith("Bad token in expression")) {
      return "the condition of a directive has no value here; correct the expression";
    }
    if (message.startsWith("Missing )")) {
      return "the condition of a directive lacks a ')'; add it";
    }
    if (message.startsWith("Missing :")) {
      return "the condition of a directive lacks a ':'; add it";
    }
    if (message.startsWith("Division by zero") || message.startsWith("Modulus by zero")) {
      return "the condition of a directive divides by zero; correct it";
    }
    if (message.startsWith("Expected identifier") || message.startsWith("defined() needs")) {
      return "a name is expected here; write the name of a macro";
    }
    if (message.startsWith("Cannot redefine name 'defined'")) {
      return "'defined' cannot be the name of a macro; choose another";
    }
    if (message.startsWith("Expected string or header")) {
      return "#include expects \"file\" or <file>; write one of them";
    }
    if (message.contains("acro parameter")) {
      return "the parameters of the macro are malformed; write names with commas between them";
    }
    if (message.startsWith("Paste at end")) {
      return "'##' stands at the end of a macro; put something behind it";
    }
    return "the directive is malformed (" + message + "); correct it";
  }
}

package dev.sargasso.ir.text;

import dev.sargasso.ir.graph.Access;
import dev.sargasso.ir.graph.CallFacts;
import dev.sargasso.ir.graph.Op;
import dev.sargasso.ir.type.Type;

/** What stands between operation and inputs in the sea form: the parts of the immediate. */
final class SeaModifiers {
  private boolean noSignedWrap;
  private boolean inBounds;
  private boolean isVolatile;
  private int aliasClass;
  private int tag;
  private int size;
  private long number;
  private long lanes;
  private long callFacts;
  private long rest;

  /** Number of a stack slot, or -1. */
  int slot = -1;

  private SeaModifiers() {}

  static SeaModifiers read(Cursor cursor, Declarations declarations) {
    SeaModifiers result = new SeaModifiers();
    while (cursor.is(TokenKind.WORD) && cursor.continuesLine()) {
      if (cursor.acceptWord("nsw")) {
        result.noSignedWrap = true;
      } else if (cursor.acceptWord("inbounds")) {
        result.inBounds = true;
      } else if (cursor.acceptWord("volatile")) {
        result.isVolatile = true;
      } else if (CallFacts.ofWord(cursor.text()) != CallFacts.NONE) {
        result.callFacts |= CallFacts.ofWord(cursor.text());
        cursor.advance();
      } else if (cursor.kindAfter() == TokenKind.EQUALS && !cursor.isWord("targets")) {
        result.assign(cursor, declarations);
      } else {
        break;
      }
    }
    return result;
  }

  private void assign(Cursor cursor, Declarations declarations) {
    String word = cursor.text();
    int offset = cursor.offset();
    cursor.advance();
    cursor.advance();
    switch (word) {
      case "class" -> aliasClass = declarations.count("an alias class", Access.MAX_CLASS);
      case "tag" -> tag = declarations.count("a type tag", Access.MAX_TAG);
      case "size" -> size = declarations.count("a size", Integer.MAX_VALUE);
      case "slot" -> slot = declarations.count("a slot number", Integer.MAX_VALUE);
      case "each" -> lanes |= declarations.eachLane();
      case "lane" -> lanes |= declarations.lane();
      case "index" -> number = declarations.count("an index", Integer.MAX_VALUE);
      case "code", "immediate" -> {
        int valueOffset = cursor.offset();
        Long value = declarations.value(declarations.literal(), Type.I64, valueOffset);
        if (value == null) {
          throw new Cursor.Recovery();
        }
        if (word.equals("code")) {
          number = value;
        } else {
          rest = value;
        }
      }
      default -> throw cursor.failAt(offset, "unknown attribute '" + word + "'");
    }
  }

  /** The immediate of a node of operation {@code op}; that of a CONSTANT stands elsewhere. */
  long immediate(Op op) {
    return rest
        | switch (op) {
          case PARAMETER, PROJECTION, GUARD, TRAP, EXTRACT_LANE, SHUFFLE -> number;
          case VECTOR_UNARY, VECTOR_BINARY, VECTOR_SHIFT -> lanes;
          case INTERLEAVE_LOW, INTERLEAVE_HIGH, EVEN_LANES -> lanes;
          case INITIAL_MEMORY, MEMORY_PART, PHI -> aliasClass;
          case LOAD, STORE, VOLATILE_LOAD, MEMORY_COPY, MEMORY_FILL ->
              Access.withTag(
                  (isVolatile ? Access.ofVolatile(aliasClass) : 0)
                      | Access.ofSize(aliasClass, size),
                  tag);
          case CALL -> callFacts;
          case OFFSET -> inBounds ? Op.IN_BOUNDS : 0;
          case ADD, SUB, MUL, NEG, SHL -> noSignedWrap ? Op.NO_SIGNED_WRAP : 0;
          default -> 0;
        };
  }
}

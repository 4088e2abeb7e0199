package dev.sargasso.x64.object;

/** The numbers of DWARF 5 (section 7) that we write. */
final class Dwarf {
  static final int VERSION = 5;
  static final int COMPILE_UNIT = 0x01;
  static final int C11 = 0x1d;

  static final int TAG_ARRAY_TYPE = 0x01;
  static final int TAG_ENUMERATION_TYPE = 0x04;
  static final int TAG_FORMAL_PARAMETER = 0x05;
  static final int TAG_LEXICAL_BLOCK = 0x0b;
  static final int TAG_MEMBER = 0x0d;
  static final int TAG_POINTER_TYPE = 0x0f;
  static final int TAG_COMPILE_UNIT = 0x11;
  static final int TAG_STRUCTURE_TYPE = 0x13;
  static final int TAG_SUBROUTINE_TYPE = 0x15;
  static final int TAG_TYPEDEF = 0x16;
  static final int TAG_UNION_TYPE = 0x17;
  static final int TAG_UNSPECIFIED_PARAMETERS = 0x18;
  static final int TAG_SUBRANGE_TYPE = 0x21;
  static final int TAG_BASE_TYPE = 0x24;
  static final int TAG_CONST_TYPE = 0x26;
  static final int TAG_ENUMERATOR = 0x28;
  static final int TAG_SUBPROGRAM = 0x2e;
  static final int TAG_VARIABLE = 0x34;
  static final int TAG_VOLATILE_TYPE = 0x35;

  static final int LOCATION = 0x02;
  static final int NAME = 0x03;
  static final int BYTE_SIZE = 0x0b;
  static final int BIT_SIZE = 0x0d;
  static final int LINE_PROGRAM = 0x10;
  static final int LOW_ADDRESS = 0x11;
  static final int HIGH_ADDRESS = 0x12;
  static final int LANGUAGE = 0x13;
  static final int FOLDER = 0x1b;
  static final int CONSTANT_VALUE = 0x1c;
  static final int PRODUCED_BY = 0x25;
  static final int PROTOTYPED = 0x27;
  static final int COUNT = 0x37;
  static final int MEMBER_LOCATION = 0x38;
  static final int DECLARED_IN_FILE = 0x3a;
  static final int DECLARED_AT_LINE = 0x3b;
  static final int DECLARATION = 0x3c;
  static final int ENCODING = 0x3e;
  static final int EXTERNAL = 0x3f;
  static final int FRAME_BASE = 0x40;
  static final int TYPE = 0x49;
  static final int RANGES = 0x55;
  static final int MEMBER_BIT_OFFSET = 0x6b;

  static final int FORM_ADDRESS = 0x01;
  static final int FORM_DATA_4 = 0x06;
  static final int FORM_DATA_8 = 0x07;
  static final int FORM_STRING = 0x08;
  static final int FORM_DATA_1 = 0x0b;
  static final int FORM_FLAG = 0x0c;
  static final int FORM_SIGNED = 0x0d;
  static final int FORM_NUMBER = 0x0f;
  static final int FORM_REFERENCE = 0x13;
  static final int FORM_SECTION_OFFSET = 0x17;
  static final int FORM_EXPRESSION = 0x18;
  static final int FORM_PRESENT = 0x19;

  static final int BOOLEAN = 2;
  static final int FLOAT = 4;
  static final int SIGNED = 5;
  static final int SIGNED_CHARACTER = 6;
  static final int UNSIGNED = 7;
  static final int UNSIGNED_CHARACTER = 8;

  static final int OP_ADDRESS = 0x03;
  static final int OP_SIGNED_CONSTANT = 0x11;
  static final int OP_REGISTER = 0x50;
  static final int OP_FRAME = 0x91;
  static final int OP_NUMBERED_REGISTER = 0x90;
  static final int OP_CALL_FRAME_ADDRESS = 0x9c;
  static final int OP_IMPLICIT_VALUE = 0x9e;
  static final int OP_STACK_VALUE = 0x9f;

  /** In lists of ranges and of locations: the end, and a pair of offsets from the unit's start. */
  static final int END_OF_LIST = 0;

  static final int OFFSET_PAIR = 4;

  private Dwarf() {}
}

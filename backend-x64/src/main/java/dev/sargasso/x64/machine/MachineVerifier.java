package dev.sargasso.x64.machine;

/**
 * Checks that a machine function is what {@link MachineFunction} and {@link Operand} say it is, so
 * that the allocator need not.
 *
 * <p>Linear in the function but for the dominator tree, which is almost so.
 */
public final class MachineVerifier {
  private final MachineFunction function;
  private final ControlFlow flow = new ControlFlow();

  private MachineVerifier(final MachineFunction function) {
    this.function = function;
  }

  /**
   * Checks a finished function.
   *
   * @throws IllegalStateException naming the function, the block, the instruction and the fault
   */
  public static void verify(final MachineFunction function) {
    new MachineVerifier(function).run();
  }

  private void run() {
    if (function.blockCount() == 0) {
      throw new IllegalStateException(function.name() + ": no block");
    }
    for (int block = 0; block < function.blockCount(); block++) {
      checkEdges(block);
    }
    flow.compute(function);
    countDefinitions();
    for (int block = 0; block < function.blockCount(); block++) {
      for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
        checkOperands(block, at);
        checkFlags(block, at);
        checkUses(block, at);
      }
    }
  }

  private void checkEdges(final int block) {
    if (block == 0 && function.predecessorCount(0) + function.parameterCount(0) > 0) {
      throw fault(block, -1, "the entry has predecessors or parameters");
    }
    final int first = function.firstInstruction(block);
    final int end = function.endInstruction(block);
    if (first >= end) {
      throw fault(block, -1, "no instruction");
    }
    final int terminator = end - 1;
    if (function.successorCount(block) == 1 && function.operandCount(terminator) > 0) {
      throw fault(block, terminator, "a jump to the only successor has operands");
    }
    if (function.successorCount(block) > 1) {
      for (int index = 0; index < function.operandCount(terminator); index++) {
        final long operand = function.operand(terminator, index);
        if (Operand.isDefinition(operand) && Operand.isLate(operand)) {
          throw fault(block, terminator, "a branch defines a value");
        }
      }
    }
    for (int index = 0; index < function.successorCount(block); index++) {
      final int edge = function.successorEdge(block, index);
      final int target = function.edgeTarget(edge);
      if (function.successorCount(block) > 1 && function.predecessorCount(target) > 1) {
        throw fault(block, -1, "critical edge to block " + target);
      }
      if (function.argumentCount(edge) != function.parameterCount(target)) {
        throw fault(block, -1, "wrong number of arguments to block " + target);
      }
      for (int at = 0; at < function.argumentCount(edge); at++) {
        final int argument = function.argument(edge, at);
        final int parameter = function.parameter(target, at);
        if (function.registerClass(argument) != function.registerClass(parameter)
            || function.width(argument) != function.width(parameter)) {
          throw fault(block, -1, "argument v" + argument + " differs in kind from v" + parameter);
        }
      }
    }
  }

  private void countDefinitions() {
    final boolean[] defined = new boolean[function.registerCount()];
    for (int block = 0; block < function.blockCount(); block++) {
      for (int index = 0; index < function.parameterCount(block); index++) {
        define(defined, block, -1, function.parameter(block, index));
      }
      for (int at = function.firstInstruction(block); at < function.endInstruction(block); at++) {
        for (int index = 0; index < function.operandCount(at); index++) {
          final long operand = function.operand(at, index);
          if (Operand.isDefinition(operand)) {
            define(defined, block, at, Operand.register(operand));
          }
        }
      }
    }
  }

  private void define(final boolean[] defined, final int block, final int at, final int register) {
    if (defined[register]) {
      throw fault(block, at, "v" + register + " is defined twice");
    }
    defined[register] = true;
    final int width = function.width(register);
    if (width < 1 || width > 16 || Integer.bitCount(width) != 1) {
      throw fault(block, at, "v" + register + " has width " + width);
    }
  }

  private void checkOperands(final int block, final int at) {
    long fixedUses = 0;
    long fixedDefinitions = 0;
    final int[] holder = new int[PhysicalRegister.COUNT];
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      final int constraint = Operand.constraint(operand);
      final int detail = Operand.detail(operand);
      final int register = Operand.register(operand);
      if (register < 0 || register >= function.registerCount()) {
        throw fault(block, at, "operand " + index + " is no register");
      }
      if (constraint == Operand.FIXED) {
        if (detail >= PhysicalRegister.COUNT
            || ((PhysicalRegister.maskOf(function.registerClass(register)) >>> detail) & 1) == 0) {
          throw fault(block, at, "operand " + index + " cannot be in its fixed register");
        }
        final long bit = 1L << detail;
        if (Operand.isDefinition(operand)) {
          if ((fixedDefinitions & bit) != 0) {
            throw fault(block, at, "two definitions in " + PhysicalRegister.nameOf(detail));
          }
          fixedDefinitions |= bit;
        } else {
          if ((fixedUses & bit) != 0 && holder[detail] != register) {
            throw fault(block, at, "two values in " + PhysicalRegister.nameOf(detail));
          }
          fixedUses |= bit;
          holder[detail] = register;
        }
      }
      if (Operand.isDefinition(operand)) {
        checkDefinition(block, at, index, operand);
      } else if (constraint > Operand.ANYWHERE || constraint == Operand.REUSE) {
        throw fault(block, at, "operand " + index + " has a constraint that no use can have");
      } else if (Operand.isLate(operand) && constraint != Operand.REGISTER) {
        throw fault(block, at, "late use " + index + " is not in any register");
      }
    }
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (Operand.isDefinition(operand)
          && !Operand.isLate(operand)
          && Operand.constraint(operand) == Operand.FIXED
          && ((fixedUses >>> Operand.detail(operand)) & 1) != 0) {
        throw fault(block, at, "early definition " + index + " is in the register of a use");
      }
    }
  }

  private void checkDefinition(final int block, final int at, final int index, final long operand) {
    final int constraint = Operand.constraint(operand);
    if (constraint == Operand.REGISTER_OR_STACK || constraint >= Operand.ANYWHERE) {
      throw fault(block, at, "operand " + index + " has a constraint that no definition can have");
    }
    if (constraint != Operand.REUSE) {
      return;
    }
    final int detail = Operand.detail(operand);
    if (!Operand.isLate(operand) || detail >= function.operandCount(at)) {
      throw fault(block, at, "operand " + index + " reuses no use");
    }
    final long reused = function.operand(at, detail);
    if (Operand.isDefinition(reused)
        || Operand.isLate(reused)
        || (Operand.constraint(reused) != Operand.REGISTER
            && Operand.constraint(reused) != Operand.FIXED)
        || function.registerClass(Operand.register(reused))
            != function.registerClass(Operand.register(operand))) {
      throw fault(block, at, "operand " + index + " reuses what is no early use of its class");
    }
    for (int other = 0; other < index; other++) {
      final long earlier = function.operand(at, other);
      if (Operand.isDefinition(earlier)
          && Operand.constraint(earlier) == Operand.REUSE
          && Operand.detail(earlier) == detail) {
        throw fault(block, at, "two definitions reuse operand " + detail);
      }
    }
  }

  private void checkFlags(final int block, final int at) {
    final int count = function.operandCount(at);
    if (function.has(at, MachineFunction.MOVE)) {
      boolean good = count == 2;
      if (good) {
        final long one = function.operand(at, 0);
        final long other = function.operand(at, 1);
        good =
            Operand.isDefinition(one) != Operand.isDefinition(other)
                && function.registerClass(Operand.register(one))
                    == function.registerClass(Operand.register(other))
                && function.width(Operand.register(one)) == function.width(Operand.register(other));
      }
      if (!good) {
        throw fault(block, at, "a move is not one use and one definition of one kind");
      }
    }
    if (function.has(at, MachineFunction.REMATERIALISABLE)
        && (count != 1
            || !Operand.isDefinition(function.operand(at, 0))
            || !Operand.isLate(function.operand(at, 0))
            || Operand.constraint(function.operand(at, 0)) != Operand.REGISTER
            || function.clobbers(at) != 0)) {
      throw fault(block, at, "what can be rematerialised is not one plain definition");
    }
    if (function.has(at, MachineFunction.COMMUTATIVE)) {
      final int first = commutativeOperand(function, at);
      boolean good = first >= 0 && first + 1 < count;
      if (good) {
        final long one = function.operand(at, first);
        final long other = function.operand(at, first + 1);
        good =
            !Operand.isDefinition(one)
                && !Operand.isDefinition(other)
                && !Operand.isLate(one)
                && !Operand.isLate(other)
                && Operand.constraint(one) == Operand.REGISTER
                && (Operand.constraint(other) == Operand.REGISTER
                    || Operand.constraint(other) == Operand.REGISTER_OR_STACK)
                && function.registerClass(Operand.register(one))
                    == function.registerClass(Operand.register(other))
                && function.width(Operand.register(one)) == function.width(Operand.register(other));
      }
      if (!good) {
        throw fault(block, at, "a commutative instruction has no pair of like uses");
      }
    }
  }

  /**
   * The index of the first of the two exchangeable operands of a commutative instruction: the use
   * that its definition reuses, or would like to share with. -1 if there is none.
   */
  public static int commutativeOperand(final MachineFunction function, final int instruction) {
    for (int index = 0; index < function.operandCount(instruction); index++) {
      final long operand = function.operand(instruction, index);
      if (Operand.isDefinition(operand)) {
        if (Operand.constraint(operand) == Operand.REUSE) {
          return Operand.detail(operand);
        }
        if (Operand.constraint(operand) == Operand.REGISTER && Operand.detail(operand) > 0) {
          return Operand.detail(operand) - 1;
        }
      }
    }
    return -1;
  }

  private void checkUses(final int block, final int at) {
    for (int index = 0; index < function.operandCount(at); index++) {
      final long operand = function.operand(at, index);
      if (!Operand.isDefinition(operand)) {
        checkDominated(block, at, Operand.register(operand));
      }
    }
    if (at == function.endInstruction(block) - 1) {
      for (int index = 0; index < function.successorCount(block); index++) {
        final int edge = function.successorEdge(block, index);
        for (int argument = 0; argument < function.argumentCount(edge); argument++) {
          checkDominated(block, at + 1, function.argument(edge, argument));
        }
      }
    }
  }

  private void checkDominated(final int block, final int at, final int register) {
    final int defining = function.definingBlock(register);
    if (defining < 0) {
      throw fault(block, at, "v" + register + " is never defined");
    }
    final boolean good =
        defining == block
            ? function.definingInstruction(register) < at
            : flow.dominates(defining, block);
    if (!good) {
      throw fault(block, at, "v" + register + " is used where its definition does not reach");
    }
  }

  private IllegalStateException fault(final int block, final int at, final String what) {
    return new IllegalStateException(
        function.name()
            + ": block "
            + block
            + (at < 0
                ? ""
                : ", instruction "
                    + at
                    + " (opcode "
                    + function.opcode(Math.min(at, function.instructionCount() - 1))
                    + ")")
            + ": "
            + what);
  }
}

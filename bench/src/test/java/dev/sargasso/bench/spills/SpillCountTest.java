package dev.sargasso.bench.spills;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpillCountTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mov 0x8(%rsp),%rax | true | false | false",
        "mov %rax,0x8(%rsp) | false | true | false",
        "movl $0x0,(%rsp) | false | true | false",
        "addsd 0x10(%rsp),%xmm0 | true | false | false",
        "add %rax,0x8(%rsp) | true | true | false",
        "addq $0x1,0x8(%rsp) | true | true | false",
        "cmp %rax,0x8(%rsp) | true | false | false",
        "cmpl $0x0,0x8(%rsp) | true | false | false",
        "idivl 0x8(%rsp) | true | false | false",
        "negq 0x8(%rsp) | true | true | false",
        "movsd %xmm0,0x8(%rsp) | false | true | false",
        "movslq 0x8(%rsp),%rdx | true | false | false",
        "movaps %xmm1,-0x18(%rsp) | false | true | false",
        "vmovsd %xmm0,0x8(%rsp) | false | true | false",
        "vaddsd 0x8(%rsp),%xmm0,%xmm1 | true | false | false",
        "push %rbx | false | false | true",
        "pop %rbx | false | false | true",
        "lea 0x8(%rsp),%rax | false | false | false",
        "mov 0x8(%rsp,%rcx,4),%eax | false | false | false",
        "mov 0x8(%rax),%rax | false | false | false",
        "call 1030 <printf@plt> | false | false | false",
        "sub $0x18,%rsp | false | false | false",
        "ret | false | false | false",
      })
  void instructions(String text, boolean loads, boolean stores, boolean saves) {
    assertEquals(new StackAccess(loads, stores, saves), StackAccess.of(text));
  }

  @Test
  void onlyTheProgramsOwnInstructionsCount() {
    List<String> lines =
        List.of(
            "positions: instr line",
            "events: Ir",
            "ob=(1) /lib/other.so",
            "fn=(1) start",
            "0x1000 0 5",
            "cob=(2) /a/program",
            "cfn=(2) main",
            "calls=1 0x2000 0",
            "* * 900",
            "",
            "ob=(2)",
            "fn=(2)",
            "0x2000 10 3",
            "+4 +1 7",
            "calls=2 0x2100 0",
            "* * 400",
            "-4 * 2",
            "* -1 1",
            "fn=(3) more",
            "0x3000 0 1");
    assertEquals(
        Map.of(0x2000L, 6L, 0x2004L, 7L, 0x3000L, 1L), ExecutionCounts.read(lines, "/a/program"));
  }

  @Test
  void disassembly() {
    assertEquals(
        Map.of(
            0x1050L, new StackAccess(false, false, true),
            0x1052L, new StackAccess(true, false, false)),
        SpillCount.accesses(
            """
            0000000000001050 <main>:
                1050:\tpush   %r15
                1052:\tmov    (%rsp),%eax        # comment
            """));
  }
}

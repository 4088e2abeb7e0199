// test: compile asm
// test: run both(100, 7) == 16
// test: run both(-100, 7) == -16
// test: run both(-2147483648, 2147483647) == -2
// test: run apart(17, 5) == 5
// test: run apart(17, 0) == -1
// test: run multiple(-8) == 1
// test: run multiple(-9) == 0
// test: run multiple(0) == 1
// test: run halves(0x100000001, 1) == 0x40000000
// test: run halves(8, 3) == 2
// test: run halves(8, 2) == -1
// test: run halves(3, 1) == 7
// test: run by_constant(-1000003) == -143000
// Quotient and remainder of the same operands take one division; a signed remainder of a power of
// two that is compared with zero takes none; shifts set the flags.
int both(int x, int y) { return x / y + x % y; }

int apart(int x, int y) { return y ? x % y + x / y : -1; }

int multiple(int x) { return x % 8 == 0; }

int halves(unsigned long long x, int n) {
  unsigned long long half = x >> 2;
  return half ? n & 1 ? half : -1 : 7;
}

int by_constant(int x) { return x / 7 + x % 7 - 139; }
//// compile asm
	.file "divide-bits.c"

	.section .text,"ax",@progbits
	.balign 16,204
	.globl both
	.type both, @function
both:
	.cfi_startproc
.L0_0:
	# 17: int both(int x, int y) { return x / y + x % y; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# copy of rdi to rax
	movl %edi, %eax
	# v5 div, line 17
	cdq
	idivl %esi
	# v7 add, line 17
	addl %edx, %eax
	# v8 return, line 17
	ret
	.cfi_endproc
	.size both, .-both

	.balign 16,204
	.globl apart
	.type apart, @function
apart:
	.cfi_startproc
.L1_0:
	# 19: int apart(int x, int y) { return y ? x % y + x / y : -1; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v7 if, line 19
	testl %esi, %esi
	je .L1_3
.L1_1:
	# block 1, 0.700 times a call, loop depth 0
	# live in: 8 general, 0 vector: caller's rdi, caller's rsi, caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# copy of rdi to rax
	movl %edi, %eax
	# v10 rem, line 19
	cdq
	idivl %esi
	# v12 add, line 19
	addl %eax, %edx
	# copy of rdx to rax
	movl %edx, %eax
	# v8 projection, line 19
.L1_2:
	# block 2, 1.00 times a call, loop depth 0
	# live in: 6 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# v17 return, line 19
	ret
.L1_3:
	# block 3, 0.300 times a call, loop depth 0
	# live in: 6 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# v9 computed again, to rax
	movl $-1, %eax
	# v9 projection, line 19
	ret
	.cfi_endproc
	.size apart, .-apart

	.balign 16,204
	.globl multiple
	.type multiple, @function
multiple:
	.cfi_startproc
.L2_0:
	# 21: int multiple(int x) { return x % 8 == 0; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v18 eq, line 21
	xorl %eax, %eax
	testb $7, %dil
	sete %al
	# v20 return, line 21
	ret
	.cfi_endproc
	.size multiple, .-multiple

	.balign 16,204
	.globl halves
	.type halves, @function
halves:
	.cfi_startproc
.L3_0:
	# 24: unsigned long long half = x >> 2;
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v8 shr, line 24
	shrq $2, %rdi
	# v18 computed again, to rax
	movq $-1, %rax
	# 25: return half ? n & 1 ? half : -1 : 7;
	# v19 select, line 25
	testb $1, %sil
	cmovne %rdi, %rax
	# v20 computed again, to rcx
	movl $7, %ecx
	# v28 select, line 25
	testq %rdi, %rdi
	cmove %rcx, %rax
	# v25 return, line 25
	ret
	.cfi_endproc
	.size halves, .-halves

	.balign 16,204
	.globl by_constant
	.type by_constant, @function
by_constant:
	.cfi_startproc
.L4_0:
	# 28: int by_constant(int x) { return x / 7 + x % 7 - 139; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v6 sign_extend, line 28
	movslq %edi, %rax
	# v7 computed again, to rcx
	movl $-1840700269, %ecx
	# v8 mul, line 28
	imulq %rcx, %rax
	# v10 sar, line 28
	sarq $34, %rax
	# copy of rdi to rcx
	movl %edi, %ecx
	# v13 sar, line 28
	sarl $31, %ecx
	# v14 sub, line 28
	subl %ecx, %eax
	# v25 mul, line 28
	imull $6, %eax, %eax
	# v26 sub, line 28
	subl %eax, %edi
	# v27 add, line 28
	addl $-139, %edi
	# copy of rdi to rax
	movl %edi, %eax
	# v23 return, line 28
	ret
	.cfi_endproc
	.size by_constant, .-by_constant

	.section .note.GNU-stack,"",@progbits

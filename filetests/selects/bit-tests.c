// test: compile asm
// test: run any(0x10, 4) == 2
// test: run any(0x10, 36) == 2
// test: run any(0x10, 5) == 1
// test: run any(-2147483648, 31) == 2
// test: run high(0x10000000000) == 7
// test: run high(0x0FFFFFFFFFF) == 9
// test: run shifted(0x8000000000, 39) == 5
// test: run shifted(0x8000000000, 38) == 6
// test: run is_set(0x8000000000, 39) == 1
// test: run is_set(0x8000000000, 40) == 0
// test: run chosen(8, 3, 11, 22) == 11
// test: run chosen(8, 2, 11, 22) == 22
// test: run letters(101) == 1
// test: run letters(102) == 0
// A branch, a choice or a truth value that asks for one bit takes the bit's number as it is.
typedef unsigned long long u64;

int any(unsigned x, int n) {
  if (x & 1u << (n & 31)) return 2;
  return 1;
}

int high(u64 x) { return x & 1ull << 40 ? 7 : 9; }

int shifted(u64 x, int n) {
  if (x >> n & 1) return 5;
  return 6;
}

int is_set(u64 x, int n) { return (int)(x >> n) & 1; }

int chosen(int x, int n, int a, int b) { return (x >> n) & 1 ? a : b; }

int letters(int c) {
  if (c < 97 || c > 122) return 0;
  return (0x104111 >> (c - 97) & 1) != 0;
}
//// compile asm
	.file "bit-tests.c"

	.section .text,"ax",@progbits
	.balign 16,204
	.globl any
	.type any, @function
any:
	.cfi_startproc
.L0_0:
	# 20: if (x & 1u << (n & 31)) return 2;
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v13 if, line 20
	btl %esi, %edi
	jb .L0_2
.L0_1:
	# block 1, 0.500 times a call, loop depth 0
	# live in: 7 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15, v5
	# v5 computed again, to rax
	movl $1, %eax
	# 21: return 1;
	# v18 return, line 21
	ret
.L0_2:
	# block 2, 0.500 times a call, loop depth 0
	# live in: 6 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# v16 computed again, to rax
	movl $2, %eax
	# 20: if (x & 1u << (n & 31)) return 2;
	# v17 return, line 20
	ret
	.cfi_endproc
	.size any, .-any

	.balign 16,204
	.globl high
	.type high, @function
high:
	.cfi_startproc
.L1_0:
	# 24: int high(u64 x) { return x & 1ull << 40 ? 7 : 9; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v9 computed again, to rax
	movl $9, %eax
	# v8 computed again, to rcx
	movl $7, %ecx
	# v10 select, line 24
	btq $40, %rdi
	cmovb %ecx, %eax
	# v11 return, line 24
	ret
	.cfi_endproc
	.size high, .-high

	.balign 16,204
	.globl shifted
	.type shifted, @function
shifted:
	.cfi_startproc
.L2_0:
	# 27: if (x >> n & 1) return 5;
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v5 zero_extend, line 27
	movl %esi, %eax
	# v11 if, line 27
	btq %rax, %rdi
	jb .L2_2
.L2_1:
	# block 1, 0.500 times a call, loop depth 0
	# live in: 6 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# v16 computed again, to rax
	movl $6, %eax
	# 28: return 6;
	# v17 return, line 28
	ret
.L2_2:
	# block 2, 0.500 times a call, loop depth 0
	# live in: 6 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# v14 computed again, to rax
	movl $5, %eax
	# 27: if (x >> n & 1) return 5;
	# v15 return, line 27
	ret
	.cfi_endproc
	.size shifted, .-shifted

	.balign 16,204
	.globl is_set
	.type is_set, @function
is_set:
	.cfi_startproc
.L3_0:
	# 31: int is_set(u64 x, int n) { return (int)(x >> n) & 1; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# copy of rsi to rcx
	movl %esi, %ecx
	# v6 shr, line 31
	shrq %cl, %rdi
	# v9 and, line 31
	andl $1, %edi
	# copy of rdi to rax
	movl %edi, %eax
	# v10 return, line 31
	ret
	.cfi_endproc
	.size is_set, .-is_set

	.balign 16,204
	.globl chosen
	.type chosen, @function
chosen:
	.cfi_startproc
.L4_0:
	# 33: int chosen(int x, int n, int a, int b) { return (x >> n) & 1 ? a : b; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v12 select, line 33
	btl %esi, %edi
	cmovb %edx, %ecx
	# copy of rcx to rax
	movl %ecx, %eax
	# v13 return, line 33
	ret
	.cfi_endproc
	.size chosen, .-chosen

	.balign 16,204
	.globl letters
	.type letters, @function
letters:
	.cfi_startproc
.L5_0:
	# 36: if (c < 97 || c > 122) return 0;
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v31 add
	leal -97(%rdi), %eax
	# v6 if, line 36
	cmpl $25, %eax
	ja .L5_2
.L5_1:
	# 37: return (0x104111 >> (c - 97) & 1) != 0;
	# block 1, 0.500 times a call, loop depth 0
	# live in: 7 general, 0 vector: caller's rdi, caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15
	# v21 add, line 37
	addl $-97, %edi
	# v18 computed again, to rax
	movl $1065233, %eax
	# v26 ne, line 37
	btl %edi, %eax
	setb %al
	movzbl %al, %eax
	# v28 return, line 37
	ret
.L5_2:
	# block 2, 0.500 times a call, loop depth 0
	# live in: 7 general, 0 vector: caller's rbx, caller's rbp, caller's r12, caller's r13, caller's r14, caller's r15, v15
	# v15 computed again, to rax
	xorl %eax, %eax
	# 36: if (c < 97 || c > 122) return 0;
	# v17 return, line 36
	ret
	.cfi_endproc
	.size letters, .-letters

	.section .note.GNU-stack,"",@progbits

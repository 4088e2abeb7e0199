// test: compile asm
// test: run by(0x80000001, 4) == 24
// test: run by(0x80000001, 0) == 0x80000001
// test: run masked(1, 63) == -9223372036854775808
// test: run masked(5, 64) == 5
// test: run guarded(3, 0) == 3
// test: run guarded(3, 1) == 6
// test: run summed(0xF8000000) == 31
// Rotations, with whatever counts.
typedef unsigned u32;
typedef unsigned long long u64;

u32 by(u32 x, u32 n) { return (x << (n & 31)) | (x >> (-n & 31)); }

u64 masked(u64 x, int n) { return (x << (n & 63)) | (x >> (-n & 63)); }

u64 guarded(u64 x, u32 n) { return n ? (x << n) | (x >> (64 - n)) : x; }

u32 summed(u32 x) { return (x << 5) + (x >> 27); }
//// compile asm
	.file "rotations.c"

	.section .text,"ax",@progbits
	.balign 16,204
	.globl by
	.type by, @function
by:
	.cfi_startproc
.L0_0:
	# 13: u32 by(u32 x, u32 n) { return (x << (n & 31)) | (x >> (-n & 31)); }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# copy of rsi to rcx
	movl %esi, %ecx
	# v14 rol, line 13
	roll %cl, %edi
	# copy of rdi to rax
	movl %edi, %eax
	# v15 return, line 13
	ret
	.cfi_endproc
	.size by, .-by

	.balign 16,204
	.globl masked
	.type masked, @function
masked:
	.cfi_startproc
.L1_0:
	# 15: u64 masked(u64 x, int n) { return (x << (n & 63)) | (x >> (-n & 63)); }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# copy of rsi to rcx
	movl %esi, %ecx
	# v14 rol, line 15
	rolq %cl, %rdi
	# copy of rdi to rax
	movq %rdi, %rax
	# v15 return, line 15
	ret
	.cfi_endproc
	.size masked, .-masked

	.balign 16,204
	.globl guarded
	.type guarded, @function
guarded:
	.cfi_startproc
.L2_0:
	# 17: u64 guarded(u64 x, u32 n) { return n ? (x << n) | (x >> (64 - n)) : x; }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# copy of rsi to rcx
	movl %esi, %ecx
	# v17 rol, line 17
	rolq %cl, %rdi
	# copy of rdi to rax
	movq %rdi, %rax
	# v21 return, line 17
	ret
	.cfi_endproc
	.size guarded, .-guarded

	.balign 16,204
	.globl summed
	.type summed, @function
summed:
	.cfi_startproc
.L3_0:
	# 19: u32 summed(u32 x) { return (x << 5) + (x >> 27); }
	# block 0, 1.00 times a call, loop depth 0
	# v0 start
	# v9 rol, line 19
	roll $5, %edi
	# copy of rdi to rax
	movl %edi, %eax
	# v10 return, line 19
	ret
	.cfi_endproc
	.size summed, .-summed

	.section .note.GNU-stack,"",@progbits

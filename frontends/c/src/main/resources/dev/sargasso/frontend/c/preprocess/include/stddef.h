#ifndef SARGASSO_STDDEF_H
#define SARGASSO_STDDEF_H
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
typedef union {
  long long for_integers;
  long double for_floating;
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
#if defined __need_wint_t && !defined SARGASSO_WINT_T
#define SARGASSO_WINT_T
typedef unsigned int wint_t;
#endif
#undef __need_size_t
#undef __need_ptrdiff_t
#undef __need_wchar_t
#undef __need_wint_t
#undef __need_NULL

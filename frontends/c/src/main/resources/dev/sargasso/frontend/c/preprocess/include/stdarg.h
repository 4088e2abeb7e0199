#ifndef SARGASSO_VA_LIST
#define SARGASSO_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#endif
#ifndef __need___va_list
#ifndef SARGASSO_STDARG_H
#define SARGASSO_STDARG_H
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) __builtin_va_copy(to, from)
#endif
#endif
#undef __need___va_list

#ifndef SARGASSO_STDNORETURN_H
#define SARGASSO_STDNORETURN_H
#define noreturn _Noreturn
#endif

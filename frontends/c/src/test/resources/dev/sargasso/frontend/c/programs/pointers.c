/* Pointers, arrays of several ranks, strings, functions through pointers. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static const char *const names[] = {"zero", "one", "two", "three"};
static char text[] = "abcdefgh";
static int *const last = &matrix[2][3];
static int (*row)[4] = matrix + 1;

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static operation operations[] = {add, sub, &mul};

static operation pick(const char *name) {
  return !strcmp(name, "add") ? add : !strcmp(name, "sub") ? *sub : **mul;
}

static int total(int (*m)[4], int rows) {
  int sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 4; j++)
      sum += m[i][j] * (i + 1);
  return sum;
}

static char *reverse(char *s) {
  char *a = s, *b = s + strlen(s) - 1;
  while (a < b) {
    char t = *a;
    *a++ = *b;
    *b-- = t;
  }
  return s;
}

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = list;
  return n;
}

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static void out(int *p, int **q, char (*r)[9]) {
  *p = 5;
  **q += *p;
  *q = p;
  (*r)[0] = 'X';
}

int main(int argc, char **argv) {
  int i, x = 1, y = 2, *p = &x, *q = &y, **pp = &p;
  struct node *list = NULL;
  int sorted[] = {3, 1, 4, 1, 5, 9, 2, 6};
  printf("%d %d %d %d\n", *last, (*row)[2], row[1][0], total(matrix, 3));
  printf("%s %s %c %c\n", names[2], *(names + 1), names[3][2], *names[0]);
  printf("%ld %ld %d\n", (long)(last - &matrix[0][0]), (long)(row - matrix), (int)(p == q));
  for (i = 0; i < 3; i++)
    printf("%d %d ", operations[i](7, 3), (*operations[i])(i, 2));
  printf("%d\n", pick("add")(1, 2) + pick("sub")(1, 2) + (&*pick("mul"))(3, 4));
  out(p, &q, (char(*)[9]) & text);
  printf("%d %d %d %s %s\n", x, y, *q, text, reverse(text));
  **pp = 9, *pp = &y, *p = 8;
  printf("%d %d %td\n", x, y, &text[6] - text);
  for (i = 0; i < 5; i++)
    list = push(list, i * i);
  while (list) {
    struct node *n = list;
    printf("%d ", n->value);
    list = n->next;
    free(n);
  }
  qsort(sorted, 8, sizeof *sorted, descending);
  for (i = 0; i < 8; i++)
    printf("%d", sorted[i]);
  printf("\n");
  {
    unsigned char bytes[8];
    long v = 0x0102030405060708;
    short *s = (short *)&v;
    memcpy(bytes, &v, 8);
    printf("%d %d %x %x\n", bytes[0], bytes[7], s[1], *((unsigned char *)&v + 3));
  }
  {
    char buffer[32] = "x", *end = buffer;
    end += sprintf(end, "%d-%s", 42, "ab");
    *end++ = '!';
    *end = 0;
    printf("%s %zu %d\n", buffer, strlen(buffer), buffer[31]);
  }
  return argc == 1 && argv[argc] == NULL ? offsetof(struct node, next) : 0;
}

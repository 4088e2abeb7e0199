/* Counts how often each word of its input occurs, in a binary tree, and prints the five most
   frequent ones. Usage: words < TEXT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
  struct word *smaller, *larger;
  int count;
  char text[32];
};

static struct word *root;
static int words;

static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) {
    fprintf(stderr, "words: out of memory\n");
    exit(1);
  }
  return memory;
}

static void count(const char *text) {
  struct word **link = &root;
  while (*link != NULL) {
    int order = strcmp(text, (*link)->text);
    if (order == 0) {
      (*link)->count++;
      return;
    }
    link = order < 0 ? &(*link)->smaller : &(*link)->larger;
  }
  *link = allocate(sizeof **link);
  strcpy((*link)->text, text);
  (*link)->count = 1;
  words++;
}

static int collect(struct word *tree, struct word **all, int next) {
  if (tree == NULL) {
    return next;
  }
  next = collect(tree->smaller, all, next);
  all[next++] = tree;
  return collect(tree->larger, all, next);
}

static int by_count(const void *a, const void *b) {
  const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
  return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void) {
  char text[32];
  int length = 0, c;
  do {
    c = getchar();
    if (c != EOF && isalpha(c)) {
      if (length < (int)sizeof text - 1) {
        text[length++] = (char)tolower(c);
      }
    } else if (length > 0) {
      text[length] = '\0';
      count(text);
      length = 0;
    }
  } while (c != EOF);
  struct word **all = allocate((words + 1) * sizeof *all);
  collect(root, all, 0);
  qsort(all, words, sizeof *all, by_count);
  for (int i = 0; i < words && i < 5; i++) {
    printf("%6d %s\n", all[i]->count, all[i]->text);
  }
  return 0;
}

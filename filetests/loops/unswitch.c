// Branches that a loop does not change are asked before it; first rounds that differ stand in front.
// test: run sum(5, 0) == 21
// test: run sum(5, 1) == 10
// test: run sum(0, 1) == 0
// test: run two_ways_out(4, 1) == 6
// test: run two_ways_out(4, 0) == 31
// test: run largest(4) == 4
// test: run largest(1) == 3
// test: run largest(0) == 0
// test: pass unswitch
int values[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int sum(int n, int flag) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (flag) s += i;
    else s += values[i] + i % 3 + 1 - (i > 2);
  }
  return s;
}

// Each version of the loop has one of the exits.
int two_ways_out(int n, int flag) {
  int s = 0, i = 0;
  for (;;) {
    if (flag) {
      if (i >= n) break;
      s += i;
    } else {
      s += values[i & 7];
      if (s > 30) break;
    }
    i++;
  }
  return s;
}

int largest(int n) {
  int s = 0, first = 1;
  for (int i = 0; i < n; i++) {
    int v = values[i] * (i + 1) % 11;
    if (first) s = v;
    else if (v > s) s = v;
    first = 0;
  }
  return s;
}

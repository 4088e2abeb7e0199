// Loops that fill or copy memory become one operation where the size is a constant.
// test: run zero(5) == 5
// test: run down(3) == -999
// test: run bytes(7) == 700
// test: run copy(2) == 128
// test: run onto_itself(3) == 6
// test: run words(1) == 300
// test: pass bulk
int cells[1000], others[1000];
unsigned char small[128];

int zero(int n) {
  cells[999] = n;
  for (int i = 0; i < 999; i++) cells[i] = 0;
  return cells[n] + cells[999];
}

int down(int n) {
  int sum = 0;
  for (int i = 999; i > 0; i--) cells[i] = -1;
  for (int i = 0; i < 1000; i++) sum += cells[i];
  return sum - cells[0];
}

int bytes(int n) {
  int sum = 0;
  for (unsigned i = 0; i < 100; i++) small[i + 20] = n;
  for (unsigned i = 0; i < 128; i++) sum += small[i];
  for (unsigned i = 0; i < 128; i++) small[i] = 0;
  return sum;
}

int copy(int n) {
  for (int i = 0; i < 1000; i++) others[i] = i;
  for (int i = 0; i < 900; i++) cells[i + 20] = others[i + 7];
  return cells[n + 139] + cells[n + 20 - n] - cells[20] + 2 - n;
}

// Each round reads what the one before wrote, so this is no copy.
int onto_itself(int n) {
  cells[0] = n;
  cells[1] = 2 * n;
  for (int i = 0; i < 900; i++) cells[i + 2] = cells[i + 1];
  return cells[801];
}

// Not all bytes are the same.
int words(int n) {
  int sum = 0;
  for (int i = 0; i < 300; i++) cells[i] = n;
  for (int i = 0; i < 300; i++) sum += cells[i];
  return sum;
}

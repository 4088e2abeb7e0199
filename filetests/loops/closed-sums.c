// One loop whose sum and counter are both wanted behind it, several times: what is known of one
// says nothing of how much may be asked of the other.
// test: run f(5) == 3
// test: run f(40) == 371
// test: run f(0) == 15751
// test: run f(-1) == 15751
unsigned f(int m) {
  unsigned u = 1;
  int c = 0;
  for (unsigned i = 3; i < 40u && (int)i < m; i++) {
    for (signed char j = (signed char)(m - 1); j >= 1; j -= 4) {
      c += 1;
    }
  }
  for (unsigned i = 1; i < 31u; i += 3) {
    if (u == (unsigned)m || m > 0) {
      break;
    }
    for (unsigned long j = 3; j != 33; j++) {
      u += (unsigned)j * 3u;
    }
  }
  return u + (unsigned)c;
}

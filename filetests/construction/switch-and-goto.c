// test: constructions
// test: run f(5, 3) == 1146
// test: run f(0, 0) == 303
// A loop with two ways in, several arms of a switch that go to one place, and code that nothing
// reaches.
int f(int n, int k) {
  int x = 1, y = 0, z;
  if (k == 3) goto inside;
again:
  x += 2;
inside:
  switch (n & 3) {
    case 0:
    case 1: z = x; break;
    case 2: z = y; break;
    default: z = x + y;
  }
  y += z;
  if (n-- > 0) goto again;
  return x * 100 + y;
dead:
  y = z + 1;
  goto inside;
}
//// constructions
$f braun: 13 phis, 6 removed, 0 dead, 7 left, 0 of them redundant
$f minimal: 9 phis, 0 removed, 2 dead, 7 left, 0 of them redundant
$f semi-pruned: 9 phis, 0 removed, 2 dead, 7 left, 0 of them redundant
$f pruned: 7 phis, 0 removed, 0 dead, 7 left, 0 of them redundant

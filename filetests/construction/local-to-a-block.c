// test: constructions
// test: run f(7) == 100
// The variable square is never known to more than one block: only minimal construction places a
// phi for it, at the loop's head and behind the if. Copies in both arms make phis of one value.
int f(int n) {
  int sum = 0, same = 0, square;
  for (int i = 0; i < n; i++) {
    if (i & 1) {
      square = i * i;
      sum += square;
      same = n;
    } else {
      sum += 10;
      same = n;
    }
    sum += same - n;
  }
  return sum + 25;
}
//// constructions
$f braun: 11 phis, 7 removed, 0 dead, 4 left, 0 of them redundant
$f minimal: 11 phis, 0 removed, 6 dead, 5 left, 1 of them redundant
$f semi-pruned: 8 phis, 0 removed, 3 dead, 5 left, 1 of them redundant
$f pruned: 5 phis, 0 removed, 0 dead, 5 left, 1 of them redundant

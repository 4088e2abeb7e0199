// A constant of more than 32 bits is compared with what is loaded, and the flags are read as carry.
// test: run above(0) == 1
// test: run above(1) == 0
// test: run above(2) == 1
// test: run above(3) == 0
// test: run atMost(0) == 0
// test: run atMost(1) == 1
// test: run atMost(2) == 0
// test: run atMost(3) == 1
// test: run choose(0) == 7
// test: run choose(1) == 9
// test: run choose(2) == 7
// test: run choose(3) == 9
// test: run below(1) == 1
// test: run below(2) == 0
unsigned long words[] = {0x100000000, 5, 0xffffffffffffffff, 0xffffffff};

int above(int i) { return words[i] > 0xffffffff; }
int atMost(int i) { return words[i] <= 0xffffffff; }
int choose(int i) { return words[i] > 0xffffffff ? 7 : 9; }
int below(int i) { return words[i] < 0xff00ff00; }

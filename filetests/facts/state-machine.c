// test: run count(0) == 0
// test: run test() == 302
// test: pass constants conditions thread
// After threading, each state has its own end of the loop and goes on without the switch.
enum state { START, WORD, NUMBER, OTHER };
static const char text[] = "ab 12 c";
int count(const char *s)
{
    enum state st = START;
    int words = 0, numbers = 0;
    if (!s)
        return 0;
    for (; *s; s++) {
        switch (st) {
        case START:
            if (*s == 'a' || *s == 'c') {
                st = WORD;
                words++;
            } else if (*s == '1') {
                st = NUMBER;
                numbers++;
            } else if (*s != ' ') {
                st = OTHER;
            }
            break;
        case WORD:
            if (*s == ' ')
                st = START;
            break;
        case NUMBER:
            if (*s == ' ')
                st = START;
            else if (*s != '2')
                st = OTHER;
            break;
        case OTHER:
            return -1;
        }
    }
    return words * 100 + numbers;
}
int test(void)
{
    return count(text) + 101;
}
//// pass constants conditions thread
local const $text 8:1 = { "ab 12 c" }

sea $count(ptr) -> (i32) source "state-machine.c" {
  v0: ctrl = start
  v1: ptr = parameter index=0 v0 @7:23
  v2: mem = initial_memory class=0 v0
  v3: ptr = constant null @11:10
  v4: i1 = ne v1, v3 @11:10
  v5: tuple = if v0, v4 @11:10

  v6: ctrl = projection index=1 v5 @11:10
  v7: i8 = load v6, v2, v1 @13:12
  v8: i8 = constant 0 @13:12
  v9: i1 = ne v7, v8 @13:12
  v10: tuple = if v6, v9 @13:12

  v11: ctrl = projection index=1 v10 @13:12
  v12: i32 = constant 0 @9:16

  v13: ctrl = region v11, v75
  v14: ptr = phi v13, v1, v71
  v15: i32 = phi v13, v12, v69
  v16: i32 = phi v13, v12, v70
  v17: i8 = load v13, v2, v14 @16:17
  v18: i8 = constant 97 @16:20
  v19: i1 = eq v17, v18 @16:20
  v20: tuple = if v13, v19 @16:20

  v21: ctrl = projection index=1 v20 @16:20

  v22: ctrl = projection index=0 v20 @16:20
  v23: i8 = constant 99 @16:33
  v24: i1 = eq v17, v23 @16:33
  v25: tuple = if v22, v24 @16:33

  v26: ctrl = projection index=1 v25 @16:33

  v27: ctrl = region v21, v38, v26
  v28: ptr = phi v27, v14, v30, v14
  v29: i64 = constant 1 @13:17
  v30: ptr = offset inbounds v28, v29
  v31: i8 = load v27, v2, v30 @13:12
  v32: i1 = ne v31, v8 @13:12
  v33: tuple = if v27, v32

  v34: ctrl = projection index=1 v33
  v35: i8 = constant 32 @22:27
  v36: i1 = eq v31, v35 @27:20
  v37: tuple = if v34, v36 @27:20

  v38: ctrl = projection index=0 v37 @27:20

  v39: ctrl = projection index=1 v37 @27:20
  v40: i32 = constant 1 @16:33
  v41: i32 = add nsw v15, v40

  v42: ctrl = projection index=0 v25 @16:33
  v43: i8 = constant 49 @19:27
  v44: i1 = eq v17, v43 @19:27
  v45: tuple = if v42, v44 @19:27

  v46: ctrl = projection index=1 v45 @19:27

  v47: ctrl = region v46, v60
  v48: ptr = phi v47, v14, v49
  v49: ptr = offset inbounds v48, v29
  v50: i8 = load v47, v2, v49 @13:12
  v51: i1 = ne v50, v8 @13:12
  v52: tuple = if v47, v51

  v53: ctrl = projection index=1 v52
  v54: i1 = eq v50, v35 @31:20
  v55: tuple = if v53, v54 @31:20

  v56: ctrl = projection index=0 v55 @31:20
  v57: i8 = constant 50 @33:25
  v58: i1 = ne v50, v57 @33:25
  v59: tuple = if v56, v58 @33:25

  v60: ctrl = projection index=0 v59 @33:25

  v61: ctrl = projection index=1 v55 @31:20
  v62: i32 = add nsw v16, v40

  v63: ctrl = projection index=0 v45 @19:27
  v64: i1 = ne v17, v35 @22:27
  v65: tuple = if v63, v64 @22:27

  v66: ctrl = projection index=0 v65 @22:27

  v67: ctrl = region v61, v66, v39
  v68: ptr = phi v67, v49, v14, v30
  v69: i32 = phi v67, v15, v15, v41
  v70: i32 = phi v67, v62, v16, v16
  v71: ptr = offset inbounds v68, v29
  v72: i8 = load v67, v2, v71 @13:12
  v73: i1 = ne v72, v8 @13:12
  v74: tuple = if v67, v73

  v75: ctrl = projection index=1 v74

  v76: ctrl = projection index=0 v74

  v77: ctrl = projection index=1 v65 @22:27

  v78: ctrl = projection index=1 v59 @33:25

  v79: ctrl = region v77, v78
  v80: ptr = phi v79, v14, v49
  v81: i32 = phi v79, v16, v62
  v82: ptr = offset inbounds v80, v29
  v83: i8 = load v79, v2, v82 @13:12
  v84: i1 = ne v83, v8 @13:12
  v85: tuple = if v79, v84

  v86: ctrl = projection index=1 v85
  v87: i32 = constant -1 @34:20
  v88: ctrl = return v86, v2, v87 @37:13

  v89: ctrl = projection index=0 v85

  v90: ctrl = projection index=0 v52

  v91: ctrl = projection index=0 v33

  v92: ctrl = projection index=0 v10 @13:12

  v93: ctrl = region v92, v91, v76, v90, v89 @13:12
  v94: i32 = phi v93, v12, v41, v69, v15, v15 @40:12
  v95: i32 = phi v93, v12, v16, v70, v62, v81 @40:26
  v96: i32 = constant 100 @40:12
  v97: i32 = mul nsw v94, v96 @40:18  // i32[-2147483648..2147483644, u 0..4294967292, bits ..............................00]
  v98: i32 = add nsw v97, v95 @40:24
  v99: ctrl = return v93, v2, v98 @40:5

  v100: ctrl = projection index=0 v5 @11:10
  v101: ctrl = return v100, v2, v12 @12:9
  v102: ctrl = end v101, v88, v99
}

sea $test() -> (i32) source "state-machine.c" {
  v0: ctrl = start
  v1: mem = initial_memory class=0 v0
  v2: ptr = symbol $text @44:18  // NON_NULL
  v3: tuple = call v0, v1, v2 : $count(ptr) -> (i32) @44:12
  v4: ctrl = projection index=0 v3 @44:12
  v5: mem = projection index=1 v3 @44:12
  v6: i32 = projection index=2 v3 @44:12
  v7: i32 = constant 101 @44:12
  v8: i32 = add nsw v6, v7 @44:24
  v9: ctrl = return v4, v5, v8 @44:5
  v10: ctrl = end v9
}

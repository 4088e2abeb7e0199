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

  v13: ctrl = region v11, v81
  v14: ptr = phi v13, v1, v77
  v15: i32 = phi v13, v12, v75
  v16: i32 = phi v13, v12, v76
  v17: i8 = load v13, v2, v14 @16:17
  v18: i8 = constant 97 @16:20
  v19: i1 = eq v17, v18 @16:20
  v20: tuple = if v13, v19 @16:20

  v21: ctrl = projection index=1 v20 @16:20

  v22: ctrl = projection index=0 v20 @16:20
  v23: i8 = load v22, v2, v14 @16:30
  v24: i8 = constant 99 @16:33
  v25: i1 = eq v23, v24 @16:33
  v26: tuple = if v22, v25 @16:33

  v27: ctrl = projection index=1 v26 @16:33

  v28: ctrl = region v21, v40, v27
  v29: ptr = phi v28, v14, v31, v14
  v30: i64 = constant 1 @13:17
  v31: ptr = offset inbounds v29, v30
  v32: i8 = load v28, v2, v31 @13:12
  v33: i1 = ne v32, v8 @13:12
  v34: tuple = if v28, v33

  v35: ctrl = projection index=1 v34
  v36: i8 = load v35, v2, v31 @27:17
  v37: i8 = constant 32 @22:27
  v38: i1 = eq v36, v37 @27:20
  v39: tuple = if v35, v38 @27:20

  v40: ctrl = projection index=0 v39 @27:20

  v41: ctrl = projection index=1 v39 @27:20
  v42: i32 = constant 1 @16:33
  v43: i32 = add nsw v15, v42

  v44: ctrl = projection index=0 v26 @16:33
  v45: i8 = load v44, v2, v14 @19:24
  v46: i8 = constant 49 @19:27
  v47: i1 = eq v45, v46 @19:27
  v48: tuple = if v44, v47 @19:27

  v49: ctrl = projection index=1 v48 @19:27

  v50: ctrl = region v49, v65
  v51: ptr = phi v50, v14, v52
  v52: ptr = offset inbounds v51, v30
  v53: i8 = load v50, v2, v52 @13:12
  v54: i1 = ne v53, v8 @13:12
  v55: tuple = if v50, v54

  v56: ctrl = projection index=1 v55
  v57: i8 = load v56, v2, v52 @31:17
  v58: i1 = eq v57, v37 @31:20
  v59: tuple = if v56, v58 @31:20

  v60: ctrl = projection index=0 v59 @31:20
  v61: i8 = load v60, v2, v52 @33:22
  v62: i8 = constant 50 @33:25
  v63: i1 = ne v61, v62 @33:25
  v64: tuple = if v60, v63 @33:25

  v65: ctrl = projection index=0 v64 @33:25

  v66: ctrl = projection index=1 v59 @31:20
  v67: i32 = add nsw v16, v42

  v68: ctrl = projection index=0 v48 @19:27
  v69: i8 = load v68, v2, v14 @22:24
  v70: i1 = ne v69, v37 @22:27
  v71: tuple = if v68, v70 @22:27

  v72: ctrl = projection index=0 v71 @22:27

  v73: ctrl = region v66, v72, v41
  v74: ptr = phi v73, v52, v14, v31
  v75: i32 = phi v73, v15, v15, v43
  v76: i32 = phi v73, v67, v16, v16
  v77: ptr = offset inbounds v74, v30
  v78: i8 = load v73, v2, v77 @13:12
  v79: i1 = ne v78, v8 @13:12
  v80: tuple = if v73, v79

  v81: ctrl = projection index=1 v80

  v82: ctrl = projection index=0 v80

  v83: ctrl = projection index=1 v71 @22:27

  v84: ctrl = projection index=1 v64 @33:25

  v85: ctrl = region v83, v84
  v86: ptr = phi v85, v14, v52
  v87: i32 = phi v85, v16, v67
  v88: ptr = offset inbounds v86, v30
  v89: i8 = load v85, v2, v88 @13:12
  v90: i1 = ne v89, v8 @13:12
  v91: tuple = if v85, v90

  v92: ctrl = projection index=1 v91
  v93: i32 = constant -1 @34:20
  v94: ctrl = return v92, v2, v93 @37:13

  v95: ctrl = projection index=0 v91

  v96: ctrl = projection index=0 v55

  v97: ctrl = projection index=0 v34

  v98: ctrl = projection index=0 v10 @13:12

  v99: ctrl = region v98, v97, v82, v96, v95 @13:12
  v100: i32 = phi v99, v12, v43, v75, v15, v15 @40:12
  v101: i32 = phi v99, v12, v16, v76, v67, v87 @40:26
  v102: i32 = constant 100 @40:12
  v103: i32 = mul nsw v100, v102 @40:18  // i32[-2147483648..2147483644, u 0..4294967292, bits ..............................00]
  v104: i32 = add nsw v103, v101 @40:24
  v105: ctrl = return v99, v2, v104 @40:5

  v106: ctrl = projection index=0 v5 @11:10
  v107: ctrl = return v106, v2, v12 @12:9
  v108: ctrl = end v107, v94, v105
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

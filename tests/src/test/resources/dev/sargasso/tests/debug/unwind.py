# Steps through a program instruction by instruction. At each the debugger must find, one frame up,
# the return address and the callee-saved registers that were there when the function was entered.
import gdb

SAVED = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
LIMIT = 6000
WORD = 0xFFFFFFFFFFFFFFFF


def value(frame, name):
    return int(frame.read_register(name)) & WORD


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set backtrace past-main on")
gdb.execute("break main")
gdb.execute("run")
program = gdb.current_progspace().filename
memory = gdb.selected_inferior()
entered = []
checked = 0
try:
    for step in range(LIMIT):
        frame = gdb.newest_frame()
        stack = value(frame, "rsp")
        while entered and entered[-1][0] < stack:
            entered.pop()
        symbol = gdb.execute("info symbol $pc", to_string=True)
        if " in section .text" in symbol and (" of " not in symbol or program in symbol):
            if symbol.split(" ")[1] == "in":
                back = int.from_bytes(memory.read_memory(stack, 8).tobytes(), "little")
                entered.append((stack, back, [value(frame, name) for name in SAVED]))
            caller = frame.older()
            if entered:
                found = (caller.pc(), [value(caller, name) for name in SAVED])
                if found != entered[-1][1:]:
                    print("wrong at", symbol, "found", found, "not", entered[-1])
                    break
                checked += 1
            gdb.execute("stepi", to_string=True)
        else:
            gdb.execute("finish", to_string=True)
except gdb.error:
    pass  # the program has ended
print("places that unwind:", checked)

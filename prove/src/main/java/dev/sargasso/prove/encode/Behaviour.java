package dev.sargasso.prove.encode;

import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Expr;
import dev.sargasso.ir.type.Type;
import java.util.List;

/**
 * All that can be observed of a function, as terms over its parameters and the memory at entry.
 *
 * @param function the name
 * @param types of the results
 * @param returns under which condition it returns
 * @param results what it then returns
 * @param memory what memory then holds
 * @param events the last call or volatile access, which is a function of all before it
 * @param mayTrap under which condition it comes to what traps, though perhaps in vain
 * @param mustTrap under which condition a guard fails or control comes to a trap
 * @param undefined under which condition it breaks a promise that matters
 * @param cut under which condition a loop goes round more often than it was followed
 * @param assumptions what holds of all inputs
 * @param parameters the terms of the parameters
 * @param parameterTypes and their types
 */
public record Behaviour(
    String function,
    List<Type> types,
    BoolExpr returns,
    List<Expr<BitVecSort>> results,
    MemoryState memory,
    Expr<BitVecSort> events,
    BoolExpr mayTrap,
    BoolExpr mustTrap,
    BoolExpr undefined,
    BoolExpr cut,
    List<BoolExpr> assumptions,
    List<Expr<BitVecSort>> parameters,
    List<Type> parameterTypes) {}

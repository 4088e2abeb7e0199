package dev.sargasso.bench.generate;

import java.util.List;
import java.util.Optional;

/**
 * A function that later ones may call.
 *
 * @param result the type of a scalar result; absent for none or a structure
 * @param structure the type of a structure result
 * @param pure whether it depends on its arguments alone and changes nothing
 * @param cost of a call, in statements
 */
record Callable(
    String name,
    Optional<Scalar> result,
    Optional<Item.Structure> structure,
    List<Item> parameters,
    boolean pure,
    double cost) {}

package dev.sargasso.frontend.c.parse;

import dev.sargasso.frontend.c.check.StorageClass;
import dev.sargasso.frontend.c.syntax.Export;
import dev.sargasso.frontend.c.syntax.FunctionTrait;
import dev.sargasso.frontend.c.type.CType;
import java.util.Set;

/**
 * What stands before the declarators of a declaration (C11 6.7).
 *
 * @param type the type
 * @param storage the storage class
 * @param inline whether the word inline is there
 * @param traits what words and attributes say of a function
 * @param alignment the alignment asked for, or 0
 * @param export what attributes say of who can see what is declared
 * @param position where they begin
 */
record Specifiers(
    CType type,
    StorageClass storage,
    boolean inline,
    Set<FunctionTrait> traits,
    int alignment,
    Export export,
    int position) {}

package dev.sargasso.frontend.c.check;

/** The storage-class specifiers (C11 6.7.1). */
public enum StorageClass {
  NONE,
  TYPEDEF,
  EXTERN,
  STATIC,
  AUTO,
  REGISTER
}

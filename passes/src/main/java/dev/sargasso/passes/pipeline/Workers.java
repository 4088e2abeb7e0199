package dev.sargasso.passes.pipeline;

import java.util.List;
import java.util.function.BiConsumer;

/** Does a piece of work for each of several things, one after the other or at the same time. */
public interface Workers {
  /**
   * Does {@code work} for all {@code items} and returns when all is done. Each call gets a pipeline
   * that no other call uses meanwhile.
   */
  <T> void forEach(List<T> items, BiConsumer<Pipeline, T> work);

  /** One worker: this thread, with this pipeline. */
  static Workers single(Pipeline pipeline) {
    return new Workers() {
      @Override
      public <T> void forEach(List<T> items, BiConsumer<Pipeline, T> work) {
        for (T item : items) {
          work.accept(pipeline, item);
        }
      }
    };
  }
}

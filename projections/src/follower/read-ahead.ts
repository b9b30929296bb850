/** Batches, one after the other. The next one can be prepared while something else is done. */
export interface Batches<Batch> {
  /** Null at the end. */
  next(): Promise<Batch | null>;
  /** Begins to prepare the next one, unless that has begun. Its failure is thrown by `next`. */
  prepareNext(): void;
  close(): Promise<void>;
}

/** Prepares batches of a source that ends when `stop` is called. */
export function readAhead<Read, Batch>(
  source: AsyncIterable<Read>,
  { prepare, stop }: { prepare: (read: Read) => Promise<Batch>; stop: () => void },
): Batches<Batch> {
  const reading = source[Symbol.asyncIterator]();
  let next: Promise<Batch | null> | null = null;
  const begin = async () => {
    const read = await reading.next();
    return read.done ? null : prepare(read.value);
  };
  const prepareNext = () => {
    next ??= begin();
    // Whoever asks for it gets the error.
    next.catch(() => undefined);
  };
  return {
    prepareNext,
    next() {
      const batch = next ?? begin();
      next = null;
      return batch;
    },
    async close() {
      stop();
      await next?.catch(() => undefined);
      await reading.return?.();
    },
  };
}

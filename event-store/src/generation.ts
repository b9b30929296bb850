/** The log's generation: the only one until a backup is imported. */
export const generation = 1;

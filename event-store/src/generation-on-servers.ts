/** The log's generation on servers, where no backup can be imported yet. In a data folder: generations.ts. */
export const generation = 1;

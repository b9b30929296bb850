/** Announces every commit to followers of the file in all threads. */
export const commitChannel = (file: string) => `attestory:commits:${file}`;

/** Followers of the file, in whichever thread, hear of every commit on this channel. */
export const commitChannel = (file: string) => `attestory:commits:${file}`;

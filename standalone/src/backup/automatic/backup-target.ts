/** Where automatic backups are stored. Files of others may be there too. */
export interface BackupTarget {
  /** The names of all files that are whole. */
  list(): Promise<string[]>;
  /** Stores a new file, and returns its length. Until it is whole and durable it has no name; when the pieces fail it gets none. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): AsyncIterable<Uint8Array>;
  rename(name: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what is left of files of these names whose writing was interrupted. */
  removeUnfinished(isOwn: (name: string) => boolean): Promise<void>;
}

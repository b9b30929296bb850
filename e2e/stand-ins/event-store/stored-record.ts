/** One event at its position. Commit and prepare position are the same. */
export interface StoredRecord {
  position: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  /** Milliseconds since the epoch. */
  created: number;
}

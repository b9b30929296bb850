/** A folder, or a bucket of S3 or of a server that speaks its protocol. A plain value, so that it can be handed to a thread. */
export type BackupPlace = { folder: string } | BucketPlace;

export interface BucketPlace {
  bucket: string;
  /** Comes before each name: empty, or ends with a slash. */
  prefix: string;
  /** The server's URL. Undefined: that of Amazon for the region. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

import { z } from "zod";
import type { BucketPlace } from "./backup-place.ts";

const scheme = "s3://";
/** Of Amazon's names of buckets; the prefix has folders, and none is empty. */
const address = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w.-]+(?:\/[\w.-]+)*))?\/?$/;
/** Proxies might leave these out. */
const relative = /\/\.{1,2}(?:\/|$)/;

export const isBucket = (text: string): boolean => text.startsWith(scheme);

export const bucketFault = (text: string): string | null =>
  address.test(text) && !relative.test(text) ? null : "must be s3://BUCKET/PREFIX";

export const bucketVariables = {
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http(s) URL, such as https://s3.example.com" })
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, "must be the name of a region, such as eu-central-1")
    .default("us-east-1"),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
};
const variables = z.object(bucketVariables);

/** Other ways to find credentials would ask other hosts for them, so both must be given. */
export function* bucketContradictions(given: Record<string, string>): Iterable<string> {
  const isUsed = isBucket(given.BACKUP_DIR ?? "");
  for (const name of Object.keys(bucketVariables)) {
    if (given[name] && !isUsed) yield `${name} needs BACKUP_DIR to be a bucket: s3://BUCKET/PREFIX`;
  }
  for (const name of ["BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"]) {
    if (isUsed && !given[name]) yield `${name} is required: BACKUP_DIR is a bucket`;
  }
}

/** Of an address that has no fault. */
export function bucketPlace(text: string, parsed: z.infer<typeof variables>): BucketPlace {
  const { bucket = "", prefix } = address.exec(text)?.groups ?? {};
  return {
    bucket,
    prefix: prefix ? `${prefix}/` : "",
    endpoint: parsed.BACKUP_S3_ENDPOINT,
    region: parsed.BACKUP_S3_REGION,
    accessKeyId: parsed.BACKUP_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: parsed.BACKUP_S3_SECRET_ACCESS_KEY ?? "",
  };
}

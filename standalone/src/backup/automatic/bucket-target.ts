import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { BucketPlace } from "./backup-place.ts";
import type { BackupTarget } from "./backup-target.ts";
import { notingFailure } from "./noting-failure.ts";

/** An upload has at most 10,000 parts, so a file at most 160 GB. Two parts at once are in memory. */
const partBytes = 16 * 1024 * 1024;
const partsAtOnce = 2;
const connectionTimeout = 10_000;
/** Of silence. */
const socketTimeout = 60_000;

/** Named, because otherwise the client would take another one from its own environment variables and files. */
const amazon = (region: string): string => `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: BucketPlace): S3Client =>
  new S3Client({
    endpoint: endpoint ?? amazon(region),
    forcePathStyle: endpoint !== undefined,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Several servers that speak the protocol refuse newer kinds of checksums. The proof compares each byte anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout, socketTimeout },
  });

/** Stores automatic backups in a bucket that exists. An object appears when its upload is completed. */
export function bucketTarget(place: BucketPlace): BackupTarget {
  const { bucket: Bucket, prefix } = place;
  const client = clientOf(place);
  const objectOf = (name: string) => ({ Bucket, Key: prefix + name });

  async function* unfinishedUploads() {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const {
        NextKeyMarker: KeyMarker,
        NextUploadIdMarker: UploadIdMarker,
      }: Partial<ListMultipartUploadsCommandOutput> = page ?? {};
      page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, KeyMarker, UploadIdMarker }));
      yield* page.Uploads ?? [];
    } while (page.IsTruncated && page.NextKeyMarker);
  }
  const write = async (name: string, pieces: AsyncIterable<Uint8Array>): Promise<number> => {
    let bytes = 0;
    const noted = notingFailure(pieces);
    async function* counted() {
      for await (const piece of noted.pieces) {
        bytes += piece.length;
        yield piece;
      }
    }
    const params = { ...objectOf(name), Body: Readable.from(counted()) };
    try {
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    } catch (error) {
      // What the upload throws may be that its parts could not be removed.
      throw noted.causeOf(error);
    }
    return bytes;
  };
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const { Body } = await client.send(new GetObjectCommand(objectOf(name)));
    yield* Body as Readable;
  }
  const remove = async (name: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(objectOf(name)));
  };

  return {
    async list() {
      const names: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket, Prefix: prefix, Delimiter: "/" },
      )) {
        names.push(...Contents.map(({ Key = "" }) => Key.slice(prefix.length)));
      }
      return names;
    },
    write,
    read,
    // Buckets cannot rename, and copy no more than 5 GB at once.
    async rename(name, to) {
      const { Key } = objectOf(name);
      const CopySource = `${Bucket}/${Key.split("/").map(encodeURIComponent).join("/")}`;
      await client.send(new CopyObjectCommand({ ...objectOf(to), CopySource })).catch(() => write(to, read(name)));
      await remove(name);
    },
    remove,
    async removeUnfinished(isOwn) {
      for await (const { Key = "", UploadId } of unfinishedUploads()) {
        if (isOwn(Key.slice(prefix.length))) {
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
      }
    },
  };
}

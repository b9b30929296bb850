import { randomUUID } from "node:crypto";
import { bucketTarget } from "@attestory/standalone/backup/automatic/bucket-target.ts";
import { backupTargetContract } from "@attestory/standalone/backup/automatic/testing/backup-target.contract.ts";
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { call } from "../http/client.ts";
import { type S3Server, startS3Server, whyNoS3 } from "../stand-ins/s3-server.ts";
import { startInProcess } from "../start-in-process.ts";

describe.skipIf(whyNoS3())("a bucket", () => {
  const region = "eu-central-1";
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  let server: S3Server;
  let client: S3Client;
  beforeAll(async () => {
    server = await startS3Server();
    client = new S3Client({ endpoint: server.endpoint, forcePathStyle: true, region, credentials });
  });
  afterAll(() => server.close());

  const newBucket = async (): Promise<string> => {
    const Bucket = `backups-${randomUUID()}`;
    await client.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: region } }));
    return Bucket;
  };
  const targetIn = (bucket: string, prefix = "") =>
    bucketTarget({ bucket, prefix, endpoint: server.endpoint, region, ...credentials });
  const uploadsIn = async (Bucket: string) => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return Uploads.map(({ Key }) => Key);
  };
  const begin = (Bucket: string, Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket, Key }));

  backupTargetContract("a bucket", async () => targetIn(await newBucket(), "one/two/"));

  const mebibyte = 1024 * 1024;
  async function* mebibytes(count: number, error?: Error) {
    for (let at = 0; at < count; at++) yield Buffer.alloc(mebibyte, at);
    if (error) throw error;
  }

  it("keeps a file of several parts as it was, and nothing of one whose later part failed", async () => {
    const bucket = await newBucket();
    const target = targetIn(bucket);
    expect(await target.write("whole", mebibytes(40))).toBe(40 * mebibyte);
    const read = Buffer.concat(await Array.fromAsync(target.read("whole")));
    expect(read.equals(Buffer.concat(await Array.fromAsync(mebibytes(40))))).toBe(true);
    await expect(target.write("half", mebibytes(40, new Error("the log could not be read")))).rejects.toThrow(
      "the log could not be read",
    );
    expect([await target.list(), await uploadsIn(bucket)]).toEqual([["whole"], []]);
  });

  it("RE-45 removes its own interrupted uploads, and nothing of others", async () => {
    const bucket = await newBucket();
    for (const key of ["mine/own", "mine/other", "own", "mine/deeper/own"]) await begin(bucket, key);
    await targetIn(bucket, "mine/").removeUnfinished((name) => name === "own");
    expect((await uploadsIn(bucket)).toSorted()).toEqual(["mine/deeper/own", "mine/other", "own"]);
  });

  it("lists no files of others", async () => {
    const bucket = await newBucket();
    await targetIn(bucket).write("outside", mebibytes(0));
    await targetIn(bucket, "mine/deeper/").write("deeper", mebibytes(0));
    await targetIn(bucket, "mine/").write("own", mebibytes(0));
    expect(await targetIn(bucket, "mine/").list()).toEqual(["own"]);
  });

  const often = { interval: 200, timeout: 20_000 };

  it("RE-43 RE-46 RE-48 gets backups that are proven, and says why it got none", async () => {
    const bucket = await newBucket();
    const product = await startInProcess({
      BACKUP_DIR: `s3://${bucket}/service`,
      BACKUP_EVERY: "1m",
      BACKUP_KEEP: "1",
      BACKUP_S3_ENDPOINT: server.endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    onTestFinished(() => product.remove());
    const { token } = await givenAdmin(product);
    const shown = async () => (await call(product.url, "GET /api/admin/backups", { token })).body;
    await expect.poll(shown, often).toMatchObject({ proven: { file: expect.any(String) }, failed: null });
    const target = targetIn(bucket, "service/");
    const first = (await shown()).proven.file;
    expect(await target.list()).toEqual([first]);
    product.advance(60);
    await expect.poll(async () => (await shown()).proven.file, often).not.toBe(first);
    const second = (await shown()).proven.file;
    await expect.poll(() => target.list(), often).toEqual([second]);
    await target.remove(second);
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
    product.advance(60);
    await expect.poll(shown, often).toMatchObject({ failed: { step: "writing", reason: "there is no such bucket" } });
  });
});

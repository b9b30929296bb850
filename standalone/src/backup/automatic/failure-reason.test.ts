import { BackupFault } from "@attestory/event-store/backup/backup-fault.ts";
import { expect, it } from "vitest";
import { failure } from "./failure-reason.ts";

const reasonOf = (error: unknown) => {
  const message = failure(error, null);
  return message.type === "BackupFailed" ? message.data.reason : null;
};
const withCode = (code: string) => Object.assign(new Error(`${code}: /mnt/ada@example.org`), { code });

it("RE-46 says why a backup failed in words that name no person and no folder", () => {
  expect(reasonOf(withCode("ENOSPC"))).toBe("the disk is full");
  expect(reasonOf(Object.assign(new Error("database or disk is full"), { errcode: 13 }))).toBe("the disk is full");
  expect(reasonOf(withCode("EROFS"))).toBe("the folder cannot be written to");
  expect(reasonOf(withCode("ECONNREFUSED"))).toBe("the server of the bucket cannot be reached");
  expect(reasonOf(Object.assign(new Error("ada@example.org"), { name: "AccessDenied" }))).toBe(
    "the access key may not use the bucket",
  );
  expect(reasonOf(new BackupFault(3, "this is not JSON"))).toBe("line 3: this is not JSON");
  for (const error of [withCode("EWHATEVER"), new Error("ada@example.org"), "ada@example.org", null]) {
    expect(reasonOf(error)).toBe("an unexpected error, which the log of the process has");
  }
});

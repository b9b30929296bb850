import { parentPort } from "node:worker_threads";
import { mostlyGiveWay } from "@attestory/runtime/give-way.ts";
import { type BuildFiles, buildFilesHere, type UnfinishedFile } from "./build-files.ts";
import type { FileAnswer, FileRequest, NumberedAnswer, NumberedRequest, PassedError } from "./build-files-messages.ts";

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");

const files = new Map<number, UnfinishedFile>();

function fileOf(number: number): UnfinishedFile {
  const file = files.get(number);
  if (!file) throw new TypeError(`file ${number} is not open`);
  return file;
}

async function carryOut(of: number, request: FileRequest, { create }: BuildFiles): Promise<FileAnswer> {
  if (request.kind === "create") {
    files.set(of, await create(request.file));
    return;
  }
  if (request.kind === "give way") return void mostlyGiveWay();
  const file = fileOf(of);
  if (request.kind === "load") return file.load(request.keys);
  if (request.kind === "write") return void (await file.write(request.rows));
  if (request.kind === "finish") await file.finish(request.checkpoint);
  else await file.close();
  files.delete(of);
}

const passed = (error: unknown): PassedError =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...("code" in error && { code: error.code }),
        ...("errcode" in error && { errcode: error.errcode }),
        ...(error.cause !== undefined && { cause: passed(error.cause) }),
      }
    : { name: "Error", message: String(error), stack: undefined };

port.on("message", async ({ number, of, request }: NumberedRequest) => {
  const answer = (given: NumberedAnswer) => port.postMessage(given);
  try {
    answer({ number, answer: await carryOut(of, request, buildFilesHere) });
  } catch (error) {
    answer({ number, failed: passed(error) });
  }
});

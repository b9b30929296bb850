import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { beforeAll } from "vitest";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";

/** A scratch service with a command handler, for all tests of a file. */
export function commandScene(options?: Parameters<typeof createCommandHandler>[2]) {
  const scratch = scratchServiceOfFile();
  const commandHandler = {} as CommandHandler;
  beforeAll(() => void Object.assign(commandHandler, createCommandHandler(scratch.log, scratch.sealing, options)));
  return { scratch, commandHandler };
}

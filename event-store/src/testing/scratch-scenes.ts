import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openScratchService, type ScratchService } from "./scratch-service.ts";

const opened = (
  begin: typeof beforeAll | typeof beforeEach,
  end: typeof afterAll | typeof afterEach,
): ScratchService => {
  const service = {} as ScratchService;
  begin(async () => void Object.assign(service, await openScratchService()));
  end(() => service.close());
  return service;
};

/** A log and a vault for all tests of a file, there before the first. */
export const scratchServiceOfFile = (): ScratchService => opened(beforeAll, afterAll);

/** A log and a vault for each test. */
export const scratchServiceOfTest = (): ScratchService => opened(beforeEach, afterEach);

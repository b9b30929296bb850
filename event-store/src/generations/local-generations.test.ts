import { onFault } from "../testing/folder-log.ts";
import { generationsContract } from "../testing/generations.contract.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { localGenerations } from "./local-generations.ts";

generationsContract("the generations in a folder", async () =>
  localGenerations({
    dataDir: temporaryFolder(),
    masterKeys: [Buffer.alloc(32, "scratch")],
    onFault,
  }),
);

import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { buildsContract } from "../../testing/builds.contract.ts";
import { openBuilds, openReadStore, openReadStoreWriter } from "../open-read-store.ts";

const dataDir = temporaryFolder();
let generation = 0;

const opening = (inThread: boolean) => async () => {
  const location = { dataDir, generation: ++generation };
  const again = () => openBuilds(location, { inThread });
  return {
    again,
    builds: await again(),
    writer: await openReadStoreWriter(location),
    store: await openReadStore(location),
  };
};

buildsContract("SQLite", false, opening(false));
buildsContract("SQLite, written in a thread of its own", false, opening(true));

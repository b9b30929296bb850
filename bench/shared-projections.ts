import { type FollowerProcess, startFollower } from "@attestory/e2e/distributed/followers.ts";
import { startMongoServer } from "@attestory/e2e/stand-ins/mongo-server.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { fillLog } from "./rebuild-log.ts";

/** Few enough for a test server that writes a few hundred documents per second. */
const count = 1000;

/** Events per second that so many processes apply together to the read models in MongoDB, from a log in SQLite. */
async function sharedBy(processes: number): Promise<number> {
  const mongo = await startMongoServer();
  const service = await openScratchService();
  const url = mongo.database();
  const store = await openReadStoreWriter({ url, generation: 1 });
  const followers: FollowerProcess[] = [];
  for (let n = 0; n < processes; n++) followers.push(startFollower(service, url, { leased: true }));
  for (const each of followers) await (processes === 1 ? each.says("leads all", 60_000) : each.leadsSome(60_000));
  const began = performance.now();
  await fillLog(service, { mix: "realistic", count, together: 200 });
  const head = await service.log.head();
  const isBehind = async () => {
    const checkpoints = await store.checkpoints();
    return checkpoints.length < allProjections.length || checkpoints.some(({ position }) => position < head);
  };
  while (await isBehind()) await new Promise((resolve) => setTimeout(resolve, 50));
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(followers.map((each) => each.kill()));
  await Promise.all([store.close(), service.close(), mongo.close()]);
  return count / seconds;
}

export async function measureSharedProjections(): Promise<string[]> {
  const lines: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (const processes of [1, 2]) {
      lines.push(`projections in ${processes} process(es): ${(await sharedBy(processes)).toFixed(0)} events/s`);
    }
  }
  return lines;
}

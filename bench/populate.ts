import { parseArgs } from "node:util";
import { fillFolder } from "./populate/fill-folder.ts";
import { everyonesPassword, inventedPerson } from "./populate/invented-person.ts";

/** `npm run populate -- --users 10000 --folder ./data` fills a data folder with people. `MASTER_KEY` works as for the product. */
const { values } = parseArgs({
  options: {
    users: { type: "string", default: "10000" },
    folder: { type: "string" },
    seed: { type: "string", default: "attestory" },
  },
});
const users = Number(values.users);
if (!values.folder || !Number.isInteger(users) || users < 1 || users > 10_000_000) {
  process.stderr.write("usage: npm run populate -- --users NUMBER --folder FOLDER [--seed TEXT]\n");
  process.exit(64);
}
const { folder, seed } = values;
const key = process.env.MASTER_KEY ? Buffer.from(process.env.MASTER_KEY, "base64") : null;
const startedAt = performance.now();
const onProgress = (done: number, events: number) => {
  const perSecond = Math.round(events / ((performance.now() - startedAt) / 1000));
  const text = `${done.toLocaleString("en")} of ${users.toLocaleString("en")} people, ${perSecond.toLocaleString("en")} events/s`;
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
};
const { events } = await fillFolder({ folder, users, seed, key, onProgress });
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const first = inventedPerson(seed, 0);
if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
process.stdout.write(
  `${users.toLocaleString("en")} people, ${events.toLocaleString("en")} events in ${seconds} s: ${folder}\n` +
    `Everybody's password is "${everyonesPassword}"; one of them is ${first.email}.\n`,
);

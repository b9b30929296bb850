import { startEmbeddedProjections } from "@attestory/projections/embedded-projections.ts";
import { defaultLeaseTimes } from "@attestory/projections/follower/lease.ts";
import { defaultAsideMs } from "@attestory/projections/follower/leased-follower.ts";
import { withRaisedSessions } from "../stand-ins/projections/raised-sessions.ts";

/** Runs the projections of a data folder in a separate process beside the one that writes its log. Prints a line when they have begun. */
const [dataDir = "", masterKey = "", nearby = "", raised = ""] = process.argv.slice(2);
const script = new URL("../stand-ins/projections/thread-with-raised-sessions.ts", import.meta.url);
const times = { heartbeatMs: 250, lease: defaultLeaseTimes, asideMs: defaultAsideMs };
const fails = (what: unknown) => {
  process.stderr.write(`${JSON.stringify(what)}\n`);
  process.exit(1);
};

await startEmbeddedProjections({
  dataDir,
  generation: 1,
  masterKeys: [Buffer.from(masterKey, "base64")],
  onDeath: fails,
  ...(nearby !== "" && { times: { ...times, nearby: BigInt(nearby) } }),
  ...(raised !== "" && { thread: { projections: withRaisedSessions, script } }),
  log: { info: () => undefined, warn: fails, error: fails },
});
process.stdout.write("begun\n");

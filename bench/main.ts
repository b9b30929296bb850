import { cpus } from "node:os";
import { measureAnalytics } from "./admin/analytics.ts";
import { measureAdmin } from "./admin/lists.ts";
import { measureAppends } from "./appends.ts";
import { measureAtRest } from "./at-rest.ts";
import { measureBackup } from "./backup.ts";
import { measureChangedNames } from "./changed-names.ts";
import { measureCheckWindow } from "./check-window.ts";
import { measureColdAccounts } from "./cold-accounts.ts";
import { measureExportBesideWrites } from "./export-beside-writes.ts";
import { measureFloodedSignIn } from "./flooded-sign-in.ts";
import { measureGrants } from "./grants.ts";
import { measureKeyRotation } from "./key-rotation.ts";
import { measureLogouts } from "./logouts.ts";

import { measureMe } from "./me.ts";
import { measureMetadata } from "./metadata.ts";
import { measureNotary } from "./notary.ts";
import { measureOauth } from "./oauth.ts";
import { measureOverload } from "./overload.ts";
import { measureReadsBesideBuild } from "./reads-beside-build.ts";
import { measureRebuild } from "./rebuild.ts";
import { measureRegister } from "./register.ts";
import { measureReplay } from "./replay.ts";
import { measureScale } from "./scale.ts";
import { measureSharedProjections } from "./shared-projections.ts";
import { measureSignIn } from "./sign-in.ts";
import { measureSignInWithTotp } from "./sign-in-with-totp.ts";
import { measureStacks } from "./stacks.ts";
import { measureStartUp } from "./start-up.ts";
import { measureWebauthn } from "./webauthn.ts";
import { measureWorkers } from "./workers.ts";

/** `npm run bench [name …]` runs the measurements one after the other, each with its baseline in the same run. */
const measurements: Record<string, () => Promise<string[]>> = {
  "start-up": measureStartUp,
  "at-rest": measureAtRest,
  me: measureMe,
  "sign-in": measureSignIn,
  workers: measureWorkers,
  "sign-in-with-totp": measureSignInWithTotp,
  "flooded-sign-in": measureFloodedSignIn,
  overload: measureOverload,
  rebuild: measureRebuild,
  replay: measureReplay,
  "reads-beside-build": measureReadsBesideBuild,
  "shared-projections": measureSharedProjections,
  register: measureRegister,
  "changed-names": measureChangedNames,
  appends: measureAppends,
  notary: measureNotary,
  scale: measureScale,
  stacks: measureStacks,
  "check-window": measureCheckWindow,
  backup: measureBackup,
  "export-beside-writes": measureExportBesideWrites,
  "cold-accounts": measureColdAccounts,
  webauthn: measureWebauthn,
  oauth: measureOauth,
  metadata: measureMetadata,
  "key-rotation": measureKeyRotation,
  grants: measureGrants,
  logouts: measureLogouts,
  analytics: measureAnalytics,
  admin: measureAdmin,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  process.stderr.write(`no measurement ${unknown.join(", ")}; there are ${Object.keys(measurements).join(", ")}\n`);
  process.exit(64);
}
process.stdout.write(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}\nmedian (lowest to highest round)\n\n`,
);
for (const [name, measure] of Object.entries(measurements)) {
  if (names.length > 0 && !names.includes(name)) continue;
  for (const text of await measure()) process.stdout.write(`${text}\n`);
  process.stdout.write("\n");
}

import { existsSync } from "node:fs";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { namesIn, type Projection } from "@attestory/projections/read-models/projection.ts";

/** The slow projection is slow while the file exists that this environment variable names. */
export const slowWhile = "SLOW_PROJECTION_WHILE";

const keepBusy = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

const documentsPerUser = 2000;

/** Has many documents of each user, and needs 10 ms for each. */
export const slow: Projection = {
  name: "slow@1",
  group: "other",
  takes: ["UserRegistered"],
  personal: "sealed",
  indexes: {},
  keys: ({ id }) => Array.from({ length: documentsPerUser }, (_, n) => `${id} ${n}`),
  evolve() {
    if (existsSync(process.env[slowWhile] ?? "")) keepBusy(10);
    return {};
  },
};

/** Stops at the first event that it takes. */
const stopping = (projection: Projection): Projection => ({
  ...projection,
  keys({ type }) {
    throw new Error(`no key for ${type}`);
  },
});

export const stopped = stopping({ ...slow, name: "stopped@1" });

/** The service's own, a slow one and a stopped one that authentication does not need. */
export const withOthers = [...allProjections, slow, stopped];

/** Every one stops that authentication needs and that takes registrations. */
export const withStoppedUsers = allProjections.map((projection) =>
  projection.takes.includes("UserRegistered") ? stopping(projection) : projection,
);

/** A pattern: how readiness describes a projection that is behind. */
export const lagging = "(?:[0-9]+ s behind|catching up)";

const ownOthers = namesIn("other", allProjections);
/** A pattern: how readiness describes all that are behind while the slow one holds up the batch of those that authentication does not need. */
export const allLagging = [...ownOthers, slow.name, stopped.name].map((name) => `${name} is ${lagging}`).join(", ");

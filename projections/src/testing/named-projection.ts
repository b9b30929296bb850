import type { Projection } from "../read-models/projection.ts";

/** A projection of which only the name and the group matter: it takes no events. */
export const namedProjection = (name: Projection["name"], group: Projection["group"] = "other"): Projection => ({
  name,
  group,
  takes: [],
  personal: "sealed",
  indexes: {},
  keys: () => [],
  evolve: () => null,
});

import { describe, it } from "vitest";
import { basicModules } from "./conformance/basic-modules.ts";
import { providerScene } from "./conformance/provider-scene.ts";

/** The conformance suite's plan Basic OP, over https behind a TLS proxy. */
describe("Basic OP", () => {
  const provider = providerScene("query");
  it.each(Object.entries(basicModules))("oidcc-%s", (_, module) => module(provider), 60_000);
});

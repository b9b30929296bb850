import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { givenDeveloper } from "./applications.ts";
import { call } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { foreignIdRoutes } from "./foreign-ids.ts";
import { givenTrustingUser } from "./second-factors.ts";
import { interleaved, median } from "./statistics.ts";

it("AC-02 answers another person's id as fast as an absent one", async () => {
  const product = await sharedProduct();
  const { url } = product;
  const [{ token }, stranger] = [await givenDeveloper(url), await givenTrustingUser(url)];
  const apiKeyId = (await givenApiKey(product, stranger)).id;
  const routes = await foreignIdRoutes(url, { ...stranger, apiKeyId });
  expect(routes.length).toBeGreaterThan(0);
  for (const { method, path, foreign, body } of routes) {
    const expectNotFound = async (id: string) => {
      const { status } = await call(url, `${method} ${filled(path, id)}`, { token, ...(body && { body }) });
      expect(status).toBe(404);
    };
    const differenceMs = async () => {
      const times = await interleaved(60, {
        foreign: () => expectNotFound(foreign),
        absent: () => expectNotFound(randomUUID()),
      });
      return Math.abs(median(times.foreign) - median(times.absent));
    };
    // Noise may cause a difference once; a real timing leak differs each time.
    const isDistinguishable = (await differenceMs()) >= 3 && (await differenceMs()) >= 3 && (await differenceMs()) >= 3;
    expect(isDistinguishable, `${method} ${path}`).toBe(false);
  }
});

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { call, member } from "./client.ts";
import { filled } from "./declared-routes.ts";
import { foreignIdRoutes } from "./foreign-ids.ts";
import { interleaved, median } from "./statistics.ts";

it("AC-02 takes as long for another person's id as for one that nobody has", async () => {
  const { url } = await sharedProduct();
  const [{ token }, stranger] = [await member(url), await member(url)];
  const routes = await foreignIdRoutes(url, stranger);
  expect(routes.length).toBeGreaterThan(0);
  for (const { method, path, foreign } of routes) {
    const ask = async (id: string) => {
      const { status } = await call(url, method, filled(path, id), { token });
      expect(status).toBe(404);
    };
    const differenceMs = async () => {
      const times = await interleaved(60, { foreign: () => ask(foreign), absent: () => ask(randomUUID()) });
      return Math.abs(median(times.foreign) - median(times.absent));
    };
    // Noise may cause a difference once; a real timing leak differs each time.
    const isTold = (await differenceMs()) >= 3 && (await differenceMs()) >= 3 && (await differenceMs()) >= 3;
    expect(isTold, `${method} ${path}`).toBe(false);
  }
});

import { readFileSync } from "node:fs";
import { runInProcess } from "@attestory/standalone/testing/run-in-process.ts";
import { beforeAll, expect, it } from "vitest";
import { featureGroups } from "../web/src/screens/about/features.ts";
import { calls } from "../web/src/screens/docs/calls.ts";

it("U2 the README's table says of the features what the About page says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = featureGroups.flatMap(({ title, features }) => [
    `| **${title}** | |`,
    ...features.map(({ name, line }) => `| ${name} | ${line} |`),
  ]);
  expect(readme).toContain(`| --- | --- |\n${rows.join("\n")}\n\n`);
});

/** What the document says of each call, by its method and path. */
let described: Map<string, string>;
beforeAll(async () => {
  const { stdout } = await runInProcess(["openapi"], {});
  const { paths } = JSON.parse(stdout) as { paths: Record<string, Record<string, { description: string }>> };
  described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { description }]) => [`${method.toUpperCase()} ${path}`, description] as const,
      ),
    ),
  );
});

it("U15 the docs screen describes each call in the words of the OpenAPI document", () => {
  const onScreen = calls.map(({ method, path, about }) => [`${method} ${path}`, about] as const);
  expect(onScreen.length).toBeGreaterThan(110);
  expect(onScreen.filter(([call, about]) => described.get(call) !== about)).toEqual([]);
});

it("U2 every feature consists of calls that exist", () => {
  const called = featureGroups.flatMap(({ features }) => features.flatMap(({ calls }) => calls));
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((call) => !described.has(call))).toEqual([]);
});

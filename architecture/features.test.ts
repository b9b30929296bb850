import { readFileSync } from "node:fs";
import { runInProcess } from "@attestory/standalone/testing/run-in-process.ts";
import { beforeAll, expect, it } from "vitest";
import { featureGroups } from "../web/src/screens/about/features.ts";

it("U2 the README's table says of the features what the About page says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = featureGroups.flatMap(({ title, features }) => [
    `| **${title}** | |`,
    ...features.map(({ name, line }) => `| ${name} | ${line} |`),
  ]);
  expect(readme).toContain(`| --- | --- |\n${rows.join("\n")}\n\n`);
});

/** Every call of the document, as its method and path. */
let declared: Set<string>;
beforeAll(async () => {
  const { stdout } = await runInProcess(["openapi"], {});
  const { paths } = JSON.parse(stdout) as { paths: Record<string, Record<string, unknown>> };
  declared = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
});

it("U2 every feature consists of calls that exist", () => {
  const called = featureGroups.flatMap(({ features }) => features.flatMap(({ calls }) => calls));
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((call) => !declared.has(call))).toEqual([]);
});

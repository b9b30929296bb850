import { readFileSync } from "node:fs";
import { runInProcess } from "@attestory/standalone/testing/run-in-process.ts";
import { expect, it } from "vitest";
import { featureGroups } from "../web/src/screens/about/features.ts";

it("U2 the README's table says of the features what the About page says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const rows = featureGroups.flatMap(({ title, features }) => [
    `| **${title}** | |`,
    ...features.map(({ name, line }) => `| ${name} | ${line} |`),
  ]);
  expect(readme).toContain(`| --- | --- |\n${rows.join("\n")}\n\n`);
});

it("U2 every feature consists of calls that exist", async () => {
  const { stdout } = await runInProcess(["openapi"], {});
  const { paths } = JSON.parse(stdout) as { paths: Record<string, object> };
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const called = featureGroups.flatMap(({ features }) => features.flatMap(({ calls }) => calls));
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((call) => !declared.includes(call))).toEqual([]);
});

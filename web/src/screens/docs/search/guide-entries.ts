import { dependsOnProfile, exampleClient } from "../../../guides/example-client.ts";
import { type Framework, frameworkGroups } from "../../../guides/frameworks.ts";
import type { Client } from "../../../guides/guide.ts";
import { guideFor } from "../../../guides/guides.ts";
import { type Entry, guideAnchor, type Line, type Target } from "./entry.ts";

const targetOf = ({ id }: Framework, profile: string | null): Target => ({
  path: "/docs",
  parameters: { tab: null, with: id, profile },
  anchor: guideAnchor,
});

const linesOf = (text: string | null): string[] =>
  (text ?? "").split("\n").flatMap((line) => (/\w/.test(line) ? [line.trim()] : []));

function guideLines(framework: Framework, client: Client): Line[] {
  const { install, files, run, notes } = guideFor(framework.id, client);
  const code = [...linesOf(install), ...files.flatMap(({ name, code }) => [name, ...linesOf(code)]), ...linesOf(run)];
  return [...code.map((text) => ({ text, isCode: true })), ...notes.map((text) => ({ text }))];
}

/** What only an application finds whose ID tokens carry neither name nor email; it has an address of its own. */
function linesWithoutProfile(framework: Framework, client: Client, known: readonly Line[]): Line[] {
  if (!client.profileInIdToken || !dependsOnProfile(framework, client)) return [];
  const seen = new Set(known.map(({ text }) => text));
  const target = targetOf(framework, "userinfo");
  return guideLines(framework, { ...client, profileInIdToken: false })
    .filter(({ text }) => !seen.has(text))
    .map((line) => ({ ...line, target }));
}

/** The guide for each kind of application. `issuer`: where this service is. */
export const guideEntries = (issuer: string): Entry[] =>
  frameworkGroups.flatMap(({ name: kind, frameworks }) =>
    frameworks.map((framework) => {
      const client = exampleClient(framework, { issuer });
      const lines = guideLines(framework, client);
      return {
        group: "Guides",
        title: framework.name,
        otherNames: [framework.id],
        lines: [
          { text: kind },
          ...lines,
          { text: framework.redirectUri, isCode: true },
          ...linesWithoutProfile(framework, client, lines),
        ],
        target: targetOf(framework, null),
      };
    }),
  );

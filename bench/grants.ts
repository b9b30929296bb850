import { join } from "node:path";
import { figure, line, ratios } from "./figures.ts";
import { authorizedClient } from "./oauth-client.ts";
import { attestory, type Figures, none, type Provider, round } from "./oauth-rounds.ts";
import { fillGrants } from "./populate/fill-grants.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 3;
const few = 1000;
const many = Number(process.env.BENCH_GRANTS ?? 1_000_000);

/** A service with so many stored consents, each with a family of tokens. */
async function subjectWith(grants: number) {
  // A user may ask for so many codes only without limits, which production cannot lift.
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off" });
  await fillGrants({ folder: join(subject.folder, "data"), grants, seed: "attestory", key: subject.key });
  const server = await subject.start();
  const provider = attestory(subject.url, await authorizedClient(subject));
  const end = async () => {
    await server.stop();
    subject.remove();
  };
  return { provider, end };
}

/** The calls of an OAuth client, in turns with few and with many stored consents and tokens. */
export async function measureGrants(): Promise<string[]> {
  const [small, large] = [await subjectWith(few), await subjectWith(many)];
  const figures: [Provider, Figures][] = [
    [small.provider, none()],
    [large.provider, none()],
  ];
  // The first round warms both up.
  for (const [provider] of figures) await round(provider, none());
  for (let n = 0; n < rounds; n++) {
    for (const [provider, found] of figures) await round(provider, found);
  }
  await Promise.all([small.end(), large.end()]);
  const [ofFew, ofMany] = figures.map(([, found]) => found) as [Figures, Figures];
  // Ours are always JWTs, so this one is measured already.
  const { jwtCredentials: _, ...shown } = ofFew;
  return (Object.keys(shown) as (keyof typeof shown)[]).flatMap((key) => [
    line(`${key}, ${few.toLocaleString("en")} grants`, figure(ofFew[key]), "/s"),
    line(`  ${many.toLocaleString("en")} grants`, figure(ofMany[key]), "/s"),
    line("  ratio (at least 0.8)", ratios(ofMany[key], ofFew[key]), ""),
  ]);
}

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readComposeFile } from "./containers/compose-files.ts";
import { read, stageOf, stages } from "./deployment-files.ts";

const caddyFile = readComposeFile("deploy/caddy/compose.yml");
const { attestory, caddy } = caddyFile.services;

const release = parse(read(".github/workflows/release.yml"));

describe("U20 a release", () => {
  it("publishes the default target and the package at a tag, after the tests", () => {
    expect(release.on).toEqual({ push: { tags: ["v*"] } });
    const { tests, draft, build, publish } = release.jobs;
    expect([draft.needs, build.needs, publish.needs]).toEqual(["tests", "draft", "build"]);
    const commands = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? []);
    expect(commands(tests)).toEqual(expect.arrayContaining(["npm test", "npm run test:containers"]));
    expect(commands(build)).toContain("docker build -t attestory .");
    expect(commands(build).join("\n")).toMatch(
      /docker push "\$image"\n[\s\S]*deploy\/package\.sh attestory "\$package"/,
    );
  });

  it("may write only where it publishes, and uses pinned actions and no secret of its own", () => {
    expect(release.permissions).toEqual({ contents: "read" });
    expect(release.jobs.tests.permissions).toBeUndefined();
    for (const path of [".github/workflows/release.yml", ".github/workflows/checks.yml"]) {
      expect(read(path)).not.toMatch(/\{\{ *secrets\./);
      const used = read(path).match(/uses: .*/g) ?? [];
      expect(used.length).toBeGreaterThan(0);
      for (const each of used) expect(each).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
    }
  });
});

describe("U20 one process in a container", () => {
  it("is the default target, without rights, and healthy once it is ready", () => {
    const stage = stageOf("attestory");
    expect(stages.at(-1)).toBe(stage);
    expect(stage).toMatch(/^USER 1000:1000$/m);
    expect(stage).toMatch(/^HEALTHCHECK .* CMD \["node", .*\/health\/ready/m);
    expect(stage).toMatch(/^ENV .*HOST=0\.0\.0\.0 DATA_DIR=\/data /m);
    expect(read(".dockerignore").split("\n")).toContain("**/.env");
  });

  it("is reached through Caddy alone, whose image has a version", () => {
    expect(Object.keys(caddyFile.services)).toEqual(["attestory", "caddy"]);
    expect([attestory?.ports, caddy?.ports]).toEqual([undefined, ["80:80", "443:443", "443:443/udp"]]);
    expect(caddy?.image).toMatch(/^caddy:\d+\.\d+\.\d+-alpine$/);
    for (const service of [attestory, caddy]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    }
    expect([attestory?.cap_add, caddy?.cap_add]).toEqual([undefined, ["NET_BIND_SERVICE"]]);
  });

  it("is in production, and has each secret from .env, of which the example has none", () => {
    expect(attestory?.environment).toMatchObject({ NODE_ENV: "production", TRUST_PROXY: "1" });
    const example = read("deploy/caddy/example.env")
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line));
    expect(example).toEqual(["DOMAIN=", "MASTER_KEY=", "SMTP_URL=", "IMAGE="]);
    const text = read("deploy/caddy/compose.yml");
    for (const required of ["DOMAIN", "MASTER_KEY", "SMTP_URL"]) {
      expect(text).toContain(`\${${required}:?`);
      expect(text).not.toContain(`${required}:-`);
    }
  });
});

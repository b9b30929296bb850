import { describe, expect, it } from "vitest";
import { readComposeFile } from "./containers/compose-files.ts";
import { read, stageOf, stages } from "./deployment-files.ts";

const caddyFile = readComposeFile("deploy/caddy/compose.yml");
const { attestory, caddy } = caddyFile.services;

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

import { describe, expect, test } from "vitest";
import { added, compose, once, read, services, stageOfImage, stores, trial } from "./deployment-files.ts";

describe("docker-compose.yml", () => {
  test("B13 builds each image in one service, and looks for none of them in a registry", () => {
    const all = [...services, ...added];
    const own = all.filter(([, { image }]) => image && stageOfImage(image) !== null);
    const images = [...new Set(own.map(([, { image }]) => image))];
    for (const image of images) {
      const users = own.filter((each) => each[1].image === image);
      expect([image, users.filter(([, { build }]) => build).length]).toEqual([image, 1]);
      for (const [, { pull_policy }] of users) expect(pull_policy).toBe("never");
    }
    expect(images).toHaveLength(3);
  });

  test("B13 has the servers that the suites use", () => {
    for (const name of stores) {
      const { image } = compose.services[name] ?? {};
      for (const path of ["e2e/distributed/containers.ts", ".github/workflows/checks.yml"]) {
        expect(read(path)).toMatch(new RegExp(`image: "?${image}"?,?$`, "m"));
      }
    }
  });

  const processes = services.flatMap(([name, { image }]) =>
    image === "attestory-process" && !once.includes(name) ? [name] : [],
  );

  test("B13 waits until the configuration was checked before it starts processes and stores", () => {
    const waitsFor = (name: string): string[] =>
      Object.entries(compose.services[name]?.depends_on ?? {}).flatMap(([on, { condition }]) =>
        condition === "service_started" ? [] : [on, ...waitsFor(on)],
      );
    for (const name of [...processes, ...stores]) expect(waitsFor(name)).toContain("configuration");
    const { configuration, "command-1": command } = compose.services;
    expect([configuration?.environment, configuration?.network_mode]).toEqual([command?.environment, "none"]);
  });

  test.each(stores)("B13 gives %s a limit of memory and a minute to end", (name) => {
    const { mem_limit, stop_grace_period } = compose.services[name] ?? {};
    expect([mem_limit, stop_grace_period]).toEqual([expect.stringMatching(/^\d+g$/), "60s"]);
  });

  test("B13 is tried with a mail stand-in, which only this machine reaches", () => {
    expect(added.map(([name]) => name)).toEqual(["mailbox"]);
    const [, mailbox] = added[0] ?? [];
    expect([mailbox?.networks, mailbox?.ports]).toEqual([["outside"], [`127.0.0.1:\${MAILBOX_PORT:-8025}:8025`]]);
    // A service that is not listed keeps the SMTP_URL of .env, which deploy/secrets.sh leaves empty.
    const changed = Object.entries(trial.services).filter(([name]) => compose.services[name]);
    for (const [, service] of changed) expect(service).toEqual({ environment: { SMTP_URL: "smtp://mailbox:2525" } });
    const named = ["configuration", "command-1", "command-2", "mail-1", "mail-2"];
    expect(changed.map(([name]) => name)).toEqual(named);
    expect(read("docker-compose.yml")).toMatch(/^ +SMTP_URL: \$\{SMTP_URL:-\}$/m);
  });
});

import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, test } from "vitest";
import { read } from "./deployment-files.ts";

/** Runs deploy/gateway.sh with another resolv.conf, in a folder of its own, and with a program that prints its arguments as nginx. */
function start(resolvConf: string) {
  const folder = temporaryFolder();
  const program = join(folder, "nginx");
  writeFileSync(program, '#!/bin/sh\necho "$@"\n');
  chmodSync(program, 0o755);
  writeFileSync(join(folder, "resolv.conf"), resolvConf);
  const script = read("deploy/gateway.sh")
    // First, because the folder may itself be below /tmp.
    .replaceAll("/tmp/", `${folder}/`)
    .replaceAll("/etc/resolv.conf", join(folder, "resolv.conf"));
  const env = { PATH: [folder, process.env.PATH].join(delimiter) };
  const { status, stdout } = spawnSync("sh", ["-c", script], {
    env,
    encoding: "utf8",
  });
  return { status, stdout, resolver: () => readFileSync(join(folder, "resolver.conf"), "utf8") };
}

describe("the gateway's name servers", () => {
  test("B13 are those of /etc/resolv.conf", () => {
    const started = start(
      "search example.org\nnameserver 127.0.0.11\nnameserver fd00::1\nnameserver fe80::1%eth0\noptions ndots:0\n",
    );
    expect([started.status, started.stdout]).toEqual([0, "-g daemon off;\n"]);
    expect(started.resolver()).toBe("resolver 127.0.0.11 [fd00::1] valid=2s ipv6=off;\n");
  });

  test("B13 are missing: the gateway does not start", () => {
    expect(start("# nameserver 127.0.0.11\n")).toMatchObject({ status: 78, stdout: "" });
  });
});

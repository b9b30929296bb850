import { lookup } from "node:dns/promises";
import { isLoopbackHost, isLoopbackUrl } from "@attestory/http/security/known-hosts.ts";
import { type Finding, findingsOf } from "./finding.ts";

const address = findingsOf("address");

export interface AskedAddress {
  publicUrl: string;
  production: boolean;
  /** Whether the service runs, so that it can be reached. */
  isRunning: boolean;
}

/** Where the host of PUBLIC_URL leads, and whether the service answers there. */
export async function checkAddress({ publicUrl, production, isRunning }: AskedAddress): Promise<Finding> {
  if (isLoopbackUrl(publicUrl)) {
    const found = `${publicUrl} is open to this machine alone`;
    return production ? address.warning(found, "set PUBLIC_URL to the address that users open") : address.ok(found);
  }
  const { hostname } = new URL(publicUrl);
  const found = await lookup(hostname, { all: true }).catch(() => null);
  if (found === null) {
    return address.problem(`the host ${hostname} of PUBLIC_URL is not known here`, "make a DNS record for it");
  }
  const places = found.map((each) => each.address).join(", ");
  if (!isRunning)
    return address.ok(`${hostname} leads to ${places}; the service does not run, so it was not asked there`);
  const fault = await faultAt(`${publicUrl}/health/live`);
  if (fault !== null && "unreached" in fault) {
    // Users may reach it all the same: this machine may be behind NAT, or not know the proxy's certificate.
    return address.warning(
      `this machine cannot reach ${publicUrl} (${places}): ${fault.unreached}`,
      "check from another machine",
    );
  }
  if (fault !== null) {
    return address.problem(
      `${publicUrl} (${places}) does not lead to the service: ${fault.answer}`,
      "check DNS, firewall and proxy",
    );
  }
  return found.every((each) => isLoopbackHost(each.address))
    ? address.warning(
        `${publicUrl} answers, but leads to this machine itself (${places})`,
        "check it from another machine",
      )
    : address.ok(`${publicUrl} (${places}) answers`);
}

type Fault = { answer: string } | { unreached: string };

async function faultAt(url: string): Promise<Fault | null> {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5000) });
    if (answer.status !== 200) return { answer: `it answers ${answer.status}` };
    const body: unknown = await answer.json().catch(() => null);
    const isLive = typeof body === "object" && body !== null && "status" in body && body.status === "live";
    return isLive ? null : { answer: "another program answers" };
  } catch (error) {
    const { cause = error } = error instanceof Error ? error : {};
    return { unreached: cause instanceof Error ? cause.message || cause.name : String(cause) };
  }
}

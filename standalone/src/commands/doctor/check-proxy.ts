import { isLoopbackUrl } from "@attestory/http/security/known-hosts.ts";
import type { Settings } from "../../config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const proxy = findingsOf("proxy");

/** Whether TRUST_PROXY fits PUBLIC_URL. The service itself speaks plain http, so https means that a proxy stands before it. */
export function checkProxy({ publicUrl, trustProxy }: Pick<Settings, "publicUrl" | "trustProxy">): Finding {
  const isHttps = publicUrl.startsWith("https:") && !isLoopbackUrl(publicUrl);
  if (trustProxy === "none") {
    return isHttps
      ? proxy.warning(
          "PUBLIC_URL is https, so a proxy stands before the service, and TRUST_PROXY names none",
          "set TRUST_PROXY=1, or to the proxy's address: until then all users share one limit on attempts",
        )
      : proxy.ok("none, as PUBLIC_URL is not https");
  }
  const trusted = typeof trustProxy === "number" ? `${trustProxy} in a row` : trustProxy.join(", ");
  return publicUrl.startsWith("https:")
    ? proxy.ok(`trusted: ${trusted}`)
    : proxy.warning(
        `TRUST_PROXY trusts ${trusted}, and PUBLIC_URL is not https`,
        "without a proxy set TRUST_PROXY=none: users could choose the address that they are limited by",
      );
}

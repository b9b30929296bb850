import type { SignUpMode, SignUpPolicyEvent } from "@attestory/events/joining-events.ts";
import { describe, expect, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { openPolicy, type PolicyReason, reasonAgainstJoining, signUpPolicy } from "./policy.ts";

const set = (mode: SignUpMode, ...domains: string[]): SignUpPolicyEvent => ({
  type: "SignUpPolicySet",
  data: { mode, domains },
});
const past = given(signUpPolicy);

describe("the sign-up policy", () => {
  it("JO-01 is open until an admin says otherwise", () => {
    expect(signUpPolicy.initial).toEqual(openPolicy);
    past().when({ mode: "open", domains: [] }).gives();
  });
  it("JO-01 is set to what the admin asks for, once", () => {
    past().when({ mode: "closed", domains: [] }).gives(set("closed"));
    past(set("closed")).when({ mode: "closed", domains: [] }).gives();
    past(set("closed")).when({ mode: "open", domains: [] }).gives(set("open"));
  });
  it("JO-02 names each domain once, and at least one where it is about domains", () => {
    const domains = ["example.org", "example.com", "example.org"];
    past()
      .when({ mode: "only-domains", domains })
      .gives(set("only-domains", "example.com", "example.org"));
    past().when({ mode: "only-domains", domains: [] }).refuses("no-domains");
    past().when({ mode: "not-domains", domains: [] }).refuses("no-domains");
  });
  it("JO-02 keeps the domains while another mode holds", () => {
    const domains = ["example.com"];
    past(set("only-domains", ...domains))
      .when({ mode: "closed", domains })
      .gives(set("closed", ...domains));
  });
});

describe("whether an address may join", () => {
  const ada = "ada@example.com";
  const against = (mode: SignUpMode, domains: string[], { canonicalEmail = ada, isInvited = false } = {}) =>
    reasonAgainstJoining({ mode, domains }, { canonicalEmail, isInvited });

  it.each<[SignUpMode, string[], PolicyReason | null]>([
    ["open", [], null],
    ["open", ["example.org"], null],
    ["only-domains", ["example.com"], null],
    ["only-domains", ["example.org"], "domain-not-allowed"],
    ["only-domains", ["com", "ple.com", "mail.example.com"], "domain-not-allowed"],
    ["not-domains", ["example.com"], "domain-not-allowed"],
    ["not-domains", ["example.org", "mail.example.com"], null],
    ["invitation", [], "invitation-required"],
    ["closed", [], "sign-up-closed"],
  ])("JO-01 JO-02 follows from the policy alone: %s %j gives %s", (mode, domains, reason) => {
    expect(against(mode, domains)).toBe(reason);
  });

  it("JO-02 does not let subdomains in, nor keep them out, unless they are named", () => {
    const canonicalEmail = "ada@mail.example.com";
    expect(against("only-domains", ["example.com"], { canonicalEmail })).toBe("domain-not-allowed");
    expect(against("not-domains", ["example.com"], { canonicalEmail })).toBe(null);
    expect(against("only-domains", ["mail.example.com"], { canonicalEmail })).toBe(null);
  });

  it("JO-03 lets an invitation in, whatever the domain, but nobody while sign-up is closed", () => {
    const isInvited = true;
    for (const mode of ["open", "only-domains", "invitation"] as const) {
      expect(against(mode, ["example.org"], { isInvited })).toBe(null);
    }
    expect(against("not-domains", ["example.com"], { isInvited })).toBe(null);
    expect(against("closed", [], { isInvited })).toBe("sign-up-closed");
  });
});

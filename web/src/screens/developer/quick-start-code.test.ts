import { describe, expect, it } from "vitest";
import { languages, quickStartCode } from "./quick-start-code.ts";

const client = {
  issuer: "https://auth.example.com",
  clientId: "9f1c7a52-6d0e-4b83-a1f4-20c5e8d7b613",
  redirectUri: "https://notes.example.com/call'back",
  isPublic: false,
};

describe.each(languages)("the quick start in $name", ({ id }) => {
  it("names the application's own values and the endpoints", () => {
    const code = quickStartCode(id, client);
    expect(code).toContain(client.clientId);
    expect(code).toContain(client.issuer);
    expect(code).toContain("CLIENT_SECRET");
    expect(code).toMatch(/^.. 3\. ask who signed in$|^# 3\. ask who signed in$/m);
  });

  it("has no client secret for a public application, but PKCE", () => {
    const code = quickStartCode(id, { ...client, isPublic: true });
    expect(code).not.toContain("CLIENT_SECRET");
    expect(code).toMatch(/S256|s256/);
  });
});

describe("the quick start", () => {
  it("quotes an address for the shell", () => {
    expect(quickStartCode("curl", client)).toContain(
      String.raw`--data-urlencode redirect_uri='https://notes.example.com/call'\''back'`,
    );
  });

  it("allows plain http in Node only where the service uses it", () => {
    expect(quickStartCode("node", client)).not.toContain("allowInsecureRequests");
    const local = { ...client, issuer: "http://localhost:3000" };
    expect(quickStartCode("node", local)).toContain("process.env.CLIENT_SECRET, undefined, { execute:");
    expect(quickStartCode("node", { ...local, isPublic: true })).toContain("undefined, client.None(), { execute:");
  });
});

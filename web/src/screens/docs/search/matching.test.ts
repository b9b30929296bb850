import { describe, expect, it } from "vitest";
import type { Entry } from "./entry.ts";
import { excerpt, marked } from "./folded.ts";
import { guideEntries } from "./guide-entries.ts";
import { find, grouped, indexOf } from "./matching.ts";

const entry = (title: string, ...texts: string[]): Entry => ({
  group: "Guides",
  title,
  lines: texts.map((text) => ({ text })),
  target: { path: "/docs", parameters: {}, anchor: "guide" },
});

const titles = (entries: readonly Entry[], typed: string) =>
  find(indexOf(entries), typed).map(({ entry: { title } }) => title);

describe("U22 the search of the documentation", () => {
  it("U22 finds only entries in which every word occurs", () => {
    const entries = [entry("Express", "a server"), entry("Flask", "a server in Python"), entry("Python")];
    expect(titles(entries, "python  SERVER")).toEqual(["Flask"]);
    expect(titles(entries, "server ruby")).toEqual([]);
    expect(titles(entries, "   ")).toEqual([]);
  });

  it("U22 puts a title before a text, and the title itself before one that contains it", () => {
    const entries = [
      entry("Sign-in", "tokens and their refresh"),
      entry("Refresh tokens"),
      entry("The tokens of a session"),
      entry("Tokens"),
    ];
    expect(titles(entries, "tokens")).toEqual(["Tokens", "Refresh tokens", "The tokens of a session", "Sign-in"]);
    expect(titles(entries, "refresh tokens")).toEqual(["Refresh tokens", "Sign-in"]);
  });

  it("U22 puts the beginning of a word before its middle, and counts two letters only at a beginning", () => {
    expect(titles([entry("Withdraw"), entry("Draw")], "draw")).toEqual(["Draw", "Withdraw"]);
    expect(titles([entry("Set or change a password"), entry("The password")], "password")[0]).toBe("The password");
    expect(titles([entry("Algorithm"), entry("Category"), entry("Go")], "go")).toEqual(["Go"]);
  });

  it("U22 folds case and accents, in what is typed and in what is found", () => {
    expect(titles([entry("Café Ünïted")], "cafe UNITED")).toEqual(["Café Ünïted"]);
    expect(titles([entry("Cafe")], "CAFÉ")).toEqual(["Cafe"]);
    expect(marked("Das Café İst", ["cafe", "ist"]).filter(({ isMarked }) => isMarked)).toEqual([
      { text: "Café", isMarked: true },
      { text: "İst", isMarked: true },
    ]);
  });

  it("U22 shows the line in which the most words are, near the first of them", () => {
    const long = `${"before it ".repeat(20)}the needle${" after it".repeat(40)}`;
    const [found] = find(indexOf([entry("Hay", "a first line", "one needle", long)]), "needle after");
    expect(found?.line?.text).toBe(long);
    expect(excerpt(long, ["needle"])).toMatch(/^…(before |it )*the needle after it.*…$/);
    expect(excerpt(`one ${long} two one`, ["one", "two"])).toMatch(/^….*two one$/);
    expect(excerpt("short", ["short"])).toBe("short");
  });

  it("U22 groups what is found by where it is, the best group first", () => {
    const entries = [
      { ...entry("Session"), group: "One" },
      { ...entry("Token"), group: "Two" },
      { ...entry("Tokens"), group: "Two" },
      { ...entry("Login", "gives a token"), group: "One" },
    ];
    const groups = grouped(find(indexOf(entries), "token"), 1);
    expect(groups.map(({ name, found, more }) => [name, found[0]?.entry.title, more])).toEqual([
      ["Two", "Token", 1],
      ["One", "Login", 0],
    ]);
  });

  const guides = indexOf(guideEntries("https://id.example.com"));
  const first = (typed: string) => find(guides, typed)[0];

  it.each([
    ["grafana", "Grafana"],
    ["single page", "Single-page application"],
    ["openid-client", "Desktop or mobile app"],
    ["AUTH_SECRET", "Next.js with Auth.js"],
    ["OAUTH2_PROXY_COOKIE_SECRET", "oauth2-proxy"],
    ["https://id.example.com/.well-known/openid-configuration", "Flask"],
    ["user_oidc", "Nextcloud"],
  ])("U22 finds the guide for %s", (typed, title) => {
    expect(first(typed)?.entry.title).toBe(title);
  });

  it("U22 leads to the settings where ID tokens carry no name", () => {
    const found = first("idToken: false");
    expect(found?.line).toMatchObject({ text: "idToken: false,", isCode: true });
    expect(found?.line?.target?.parameters).toEqual({ tab: null, with: "nextjs", profile: "userinfo" });
    expect(first("next-auth")?.line?.target).toBeUndefined();
  });
});

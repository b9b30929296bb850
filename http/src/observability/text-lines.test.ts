import { expect, it } from "vitest";
import { createLog } from "./log.ts";

/** What the log itself colours with. */
const colour = /\p{Cc}\[\d+m/gu;

function given(level: "info" | "debug" = "info", isColoured = true) {
  const lines: string[] = [];
  const log = createLog({ level, format: "text", isColoured, stream: { write: (line) => void lines.push(line) } });
  const texts = () => lines.map((line) => line.replace(colour, "").replace(/^\d\d:\d\d:\d\d /, ""));
  return { log, lines, texts };
}
const line = { requestId: "6f1b5a0e", method: "GET", path: "/api/auth/me", status: 200, ms: 3.41, bytes: 12 };

it("U12 a terminal gets one short coloured line a request, with a client that left", () => {
  const { log, lines, texts } = given();
  log.access(line);
  log.access({ ...line, status: 404 });
  log.access({ ...line, status: null });
  expect(texts()).toEqual([
    "GET /api/auth/me 200 3 ms\n",
    "GET /api/auth/me 404 3 ms 6f1b5a0e\n",
    "GET /api/auth/me left 3 ms\n",
  ]);
  for (const [at, status] of ["\u001b[32m200", "\u001b[33m404", "\u001b[31mleft"].entries()) {
    expect(lines[at]).toContain(status);
  }
});

it("U12 text that is no terminal's has no colours", () => {
  const { log, lines } = given("info", false);
  log.access(line);
  expect(lines[0]).not.toMatch(colour);
});

it.each(["/assets/main-3f2a.js", "/favicon.svg", "/theme.js", "/src/main.tsx", "/@vite/client"])(
  "U12 a terminal gets the file %s of the web app at level debug alone",
  (path) => {
    for (const level of ["info", "debug"] as const) {
      const { log, lines } = given(level);
      log.access({ ...line, path });
      expect(lines).toHaveLength(level === "debug" ? 1 : 0);
    }
  },
);

it("U12 a terminal gets a message with its fields and its error, without secrets", () => {
  const { log, texts } = given();
  const cause = Object.assign(new Error("disk I/O error"), { code: "EIO" });
  log.warn(
    { err: new Error("no answer", { cause }), attempt: 2, token: "secret" },
    "email delivery failed, will retry",
  );
  const [text = ""] = texts();
  expect(text.split("\n")[0]).toBe(
    "warn email delivery failed, will retry attempt=2 token=[removed] (no answer: disk I/O error: EIO)",
  );
  expect(text.split("\n")[1]).toMatch(/^ +at .*text-lines\.test\.ts/);
});

it("U12 a terminal gets no command from a value", () => {
  const { log, lines } = given();
  log.access({ ...line, path: "/\u001b[2J\u009b\u202e\n12:00:00 error" });
  log.error({ err: new Error("\u001b]0;title\u0007") }, "failed");
  const text = lines.join("").replace(colour, "");
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(text).toContain("GET /\\u{1b}[2J\\u{9b}\\u{202e}\\u{a}12:00:00 error 200 3 ms\n");
});

import { expect, it } from "vitest";
import { receivedValue } from "./received-value.ts";

it.each([
  ["PORT", "http", ': received "http"'],
  ["HOST", "two\twords ü", ': received "two\\twords \\u00fc"'],
  ["MAIL_FROM", "Ada <ada@example.com>", ': received "…@example.com>"'],
  ["PUBLIC_URL", "https://ada:pass@word?@example.com/?token=secret", ': received "…@example.com/?…"'],
  ["PUBLIC_URL", `https://${"a".repeat(100)}`, `: received "https://${"a".repeat(52)}"`],
  ["VAULT", "mongodb://root:hunter22", ': received "mongodb:…"'],
  ["EVENT_LOG", "SQLite", ': received "SQLite"'],
  ["MASTER_KEY", "c2VjcmV0", ": received 8 characters"],
  ["BACKUP_S3_SECRET_ACCESS_KEY", "secret", ": received 6 characters"],
  ["BACKUP_RECIPIENT", "AGE-SECRET-KEY-1QQQQ", ": received 20 characters"],
  ["SMTP_URL", "http://me:secret@mail.example.com", ""],
])("U12 shows what was received for %s, and no secret: %s", (name, value, due) => {
  expect(receivedValue(name, value)).toBe(due);
});

const secretNames =
  /password|passphrase|secret|token|authorization|cookie|credential|totp|otp|recoverycode|keyvalue|masterkey|pepper|verifier|e-?mail|username|firstname|lastname|useragent|address|^ip$/i;

const removed = "[removed]";
const maxDepth = 6;
const maxText = 8_192;

/** Our bearer tokens, secrets in a URL, and credentials in a connection string. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\bat[a-z]_[A-Za-z0-9_-]{8,}/g, removed],
  [/([?&](?:token|code|state|client_secret|password)=)[^&\s"']{1,4096}/gi, `$1${removed}`],
  [/(:\/\/)[^/@\s]{1,256}@/g, `$1${removed}@`],
];

const words = /[^\s"'<>()=:,;/[\]]+/g;
/** Ignores the version of a projection (`users@1`): no mail domain is a bare number. */
const hasMailAddress = (word: string) => /[^@]@(?!\d{1,9}$)[^@]/.test(word);
const hasSignedToken = (word: string) => /eyJ[A-Za-z0-9_-]{8}/.test(word) && word.includes(".");

/** Removes what looks like a secret or an email address. Takes linear time, because an attacker may have sent the text. */
export const removeSecrets = (text: string) =>
  secretTexts
    .reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text.slice(0, maxText))
    .replace(words, (word) => (hasMailAddress(word) || hasSignedToken(word) ? removed : word));

const fromError = (error: Error, depth: number): Record<string, unknown> => ({
  type: error.name,
  message: removeSecrets(error.message),
  stack: removeSecrets(error.stack ?? ""),
  ...("code" in error && { code: String(error.code) }),
  ...(error.cause !== undefined && { cause: redactValue(error.cause, depth + 1) }),
});

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return removeSecrets(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return "[deep]";
  if (value instanceof Error) return fromError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, depth + 1));
  return redactFields(value, depth);
};

const redactFields = (fields: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretNames.test(name) ? removed : redactValue(value, depth + 1),
    ]),
  );

/** A copy of the fields of a log entry, safe to log: secrets and personal data are removed by field name and by pattern. */
export const redact = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> => redactFields(fields, 0);

const oneProcess = "looks at one process, or ends it; with many that is e2e/distributed";
const clock = "moves the clock of the process that it runs in";
const files = "looks into the files of a data folder";
const ownAddress =
  "speaks as many addresses, and the gateway tells the one that it sees: RL-04 in e2e/distributed/gateway.test.ts";
const times = "measures one process";
const rawHttp = "about how Node.js reads HTTP; nginx reads it first: e2e/distributed/gateway.test.ts";
const itsName = "knows every header by name, and nginx adds `Server`";

/** Test files of the product that do not run on the distributed stack, by path below `e2e`, with the reason. */
export const leftOutFiles: Readonly<Record<string, string>> = {
  "stories/first-load.test.ts": "nginx compresses with gzip alone, which is 120.4 kB",
  "stories/outage.test.ts": oneProcess,
  "stories/withheld-files.test.ts": "stands between one process and the browser",
  "http/adversarial-texts.test.ts": rawHttp,
  "http/adversarial-texts.timed.test.ts": times,
  "http/attempt-limits.test.ts": clock,
  "http/clock.test.ts": clock,
  "http/compressed-bodies.test.ts": rawHttp,
  "http/compressed-bodies.timed.test.ts": times,
  "http/configuration.test.ts": oneProcess,
  "http/crowds.timed.test.ts": times,
  "http/data-folder.test.ts": files,
  "http/endurance.timed.test.ts": times,
  "http/enumeration.timed.test.ts": times,
  "http/error-answers.test.ts": oneProcess,
  "http/foreign-ids.timed.test.ts": times,
  "http/json-bodies.timed.test.ts": times,
  "http/kill-nine.test.ts": oneProcess,
  "http/known-passwords.test.ts": ownAddress,
  "http/late-bodies.test.ts": rawHttp,
  "http/log-injection.test.ts": oneProcess,
  "http/mail-limits.test.ts": clock,
  "http/operations.test.ts": oneProcess,
  "http/own-writes.test.ts": "has a make of its own for many processes",
  "http/password-guessing.test.ts": clock,
  "http/raw-requests.test.ts": rawHttp,
  "http/session-end.timed.test.ts": times,
  "http/session-lifetime.test.ts": clock,
  "http/sign-in-load.timed.test.ts": times,
  "http/sign-in-times.timed.test.ts": times,
  "http/slow-clients.timed.test.ts": rawHttp,
  "http/verification-secrets.test.ts": files,
};

/** Single tests in the other files that do not run, by title. */
export const leftOutTests: Readonly<Record<string, string>> = {
  "EV-02 EV-03 works for 24 hours: a second use changes nothing and says the same, after that it is refused": clock,
  "EV-04 has 24 hours of its own when it was asked for again": clock,
  "T4 is no hindrance to whoever knows the password, or ends sessions, long after signing in": clock,
  "RL-01 at the sign-in form are told with the time that is left, and the right one works after it": clock,
  "PW-09 at the password form are told there, and the right one works after the wait": clock,
  "T1 lasts an hour and no longer, however much it is used": clock,
  "PW-01 lies in clear nowhere, and neither does the password": files,
  "SE-01 is at rest as its SHA-256 alone, and in no line of the log": files,
  "SE-03 lasts when the product is started again; other sessions go on": oneProcess,
  "SE-11 believes no X-Forwarded-For unless a proxy is trusted, and then only what that proxy said": ownAddress,
  "AC-01 has no exception for a call that is not there, and documents exactly the calls for anyone as open":
    "the gateway's document is that of production, which has no inbox",
  "AC-02 IN-09 answers 404 to an id that is none (nul)": rawHttp,
  "AC-02 IN-09 answers 404 to an id that is none (uuid and nul)": rawHttp,
  "AC-02 IN-09 answers 404 to an id that is none (bad encoding)": rawHttp,
  "AC-02 IN-09 answers 404 to an id that is none (half encoding)": rawHttp,
  "AC-09 that a path does not have is 405 and names those that it has, signed in or not": rawHttp,
  "AC-10 is 404, or has the same guard (dots and a matrix parameter)": rawHttp,
  "AC-10 is 404, or has the same guard (NUL at the end)": rawHttp,
  "AC-10 is 404, or has the same guard (bad encoding)": rawHttp,
  "IN-06 is made of nothing that a body's field says": itsName,
  "IN-06 is made of nothing that the path, the query or a header of the request says": itsName,
  "IN-07 of 64 kB is 431, one with a NUL or a bare line end is 400, and two of them sign nobody in": rawHttp,
};

/** Files whose requests go to two processes of each side in turn: each process must know what the other acknowledged. */
export const ofTwo: readonly string[] = [
  "http/races.test.ts",
  "http/read-your-writes.test.ts",
  "http/session-end.test.ts",
  "http/sign-in.test.ts",
];

/** Files that read a whole log, which no other test may write to meanwhile. */
export const alone: readonly string[] = [
  "http/fuzzed-requests.test.ts",
  "http/stream-names.test.ts",
  "http/unsettable-fields.test.ts",
];

/** Suites of faults that a shorter run leaves out: they wait for minutes. */
export const slowFaults: readonly string[] = [
  "event-log-network",
  "killed-processes",
  "mail-server-away",
  "network",
  "outages",
  "own-writes",
  "rolling",
];

/** Test files of the product that a `--few` run uses in place of all. */
export const few: readonly string[] = [
  "stories/account.test.ts",
  "stories/leaving.test.ts",
  "stories/registration.test.ts",
  "stories/sessions.test.ts",
  "stories/sign-in.test.ts",
  "stories/verification.test.ts",
  "http/registration.test.ts",
  "http/verification.test.ts",
];

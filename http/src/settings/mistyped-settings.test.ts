import { expect, it } from "vitest";
import { mistypedSettings } from "./mistyped-settings.ts";

const settings = [
  "PORT",
  "HOST",
  "JOBS",
  "SMTP_URL",
  "DATA_DIR",
  "LOG_LEVEL",
  "MASTER_KEY",
  "REQUIRE_ADMIN_2FA",
  "MAIL_FROM",
];
const linesOf = (...names: string[]) =>
  mistypedSettings(Object.fromEntries(names.map((name) => [name, "x"])), settings);

it.each([
  ["SMPT_URL", "SMTP_URL"],
  ["smtp_url", "SMTP_URL"],
  ["SMTP_URI", "SMTP_URL"],
  ["DATADIR", "DATA_DIR"],
  ["EMAIL_FROM", "MAIL_FROM"],
  ["MASTERKEYS", "MASTER_KEY"],
  ["REQUIRE_ADMIN_FA2", "REQUIRE_ADMIN_2FA"],
  ["PROT", "PORT"],
])("U12 takes %s for a mistyped %s, unless that is given too", (name, meant) => {
  expect(linesOf(name)).toEqual([`${name} is no setting; did you mean ${meant}?`]);
  expect(linesOf(name, meant)).toEqual([]);
});

it("U12 takes no usual variable of a system for a mistyped setting", () => {
  const usual =
    "PATH HOME HOSTNAME HOSTS HOSTTYPE POST PORTS SORT JOB USER LOGNAME LOGLEVEL MAIL MAILTO TMPDIR HTTP_URL AMQP_URL DATABASE_URL REDIS_URL";
  const ofTools =
    "NODE_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS npm_config_cache npm_package_name npm_lifecycle_event INIT_CWD VAULT_ADDR XDG_DATA_DIRS";
  const ofKubernetes = "KUBERNETES_PORT KUBERNETES_SERVICE_HOST LOGIN_PORT LOGIN_SERVICE_PORT REDIS_PORT";
  expect(linesOf(...[usual, ofTools, ofKubernetes].join(" ").split(" "))).toEqual([]);
});

/** The principals that make requests. An API key and an OAuth token are not sessions, so none of these calls accepts them. */
export const principals = [
  "anonymous",
  "pending",
  "user",
  "developer",
  "pro",
  "admin",
  "inactive",
  "api-key",
  "oauth-token",
] as const;
export type PrincipalName = (typeof principals)[number];

/**
 * The status of every call for each principal. No request changes anything: a write has an unknown field, `verify-email` has
 * no token, and ids do not exist. So 200, 400 and 404 mean "let through".
 */
const table = `
                                      anonymous pending user developer pro admin inactive api-key oauth-token
POST   /api/auth/register             400       400     400  400       400 400   400      400     400
POST   /api/auth/check                400       400     400  400       400 400   400      400     400
POST   /api/auth/login                400       400     400  400       400 400   400      400     400
POST   /api/auth/resend-verification  400       400     400  400       400 400   400      400     400
GET    /api/auth/verify-email         400       400     400  400       400 400   400      400     400
GET    /api/auth/me                   401       200     200  200       200 200   401      401     401
POST   /api/auth/logout               401       400     400  400       400 400   401      401     401
PUT    /api/user/profile              401       403     400  400       400 400   401      401     401
PUT    /api/user/password             401       403     400  400       400 400   401      401     401
GET    /api/user/sessions             401       403     200  200       200 200   401      401     401
DELETE /api/user/sessions             401       403     400  400       400 400   401      401     401
DELETE /api/user/sessions/{id}        401       403     400  400       400 400   401      401     401
GET    /api/dev/inbox                 200       200     200  200       200 200   200      200     200
GET    /health/live                   200       200     200  200       200 200   200      200     200
GET    /health/ready                  200       200     200  200       200 200   200      200     200
GET    /openapi.json                  200       200     200  200       200 200   200      200     200
`;

/** The status, by `METHOD /path` and by principal. */
export const accessTable: ReadonlyMap<string, Readonly<Record<PrincipalName, number>>> = new Map(
  table
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [method, path, ...statuses] = line.trim().split(/\s+/);
      if (statuses.length !== principals.length) throw new Error(`not a full row: ${line}`);
      const row = Object.fromEntries(principals.map((name, at) => [name, Number(statuses[at])]));
      return [`${method} ${path}`, row as Record<PrincipalName, number>];
    }),
);

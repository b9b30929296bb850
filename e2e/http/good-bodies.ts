import { newPerson, type Person } from "./client.ts";

/** A valid body for every write, by `METHOD /path`; created anew each time. A new call needs a line here. */
export const goodBodies = (person: Person): Record<string, Record<string, unknown>> => ({
  "POST /api/auth/register": { ...newPerson(), firstName: "Ada", lastName: "Lovelace" },
  "POST /api/auth/check": { username: newPerson().username, password: person.password },
  "POST /api/auth/login": { email: person.email, password: person.password, totpCode: "123456", rememberMe: true },
  "POST /api/auth/resend-verification": { email: person.email },
  "POST /api/auth/logout": {},
  "PUT /api/user/profile": { firstName: "New", lastName: "Name" },
  "PUT /api/user/password": {
    currentPassword: person.password,
    newPassword: "another horse battery",
    confirmPassword: "another horse battery",
  },
  "DELETE /api/user/sessions/{id}": {},
  "DELETE /api/user/sessions": {},
});

import type { Store } from "./store.ts";

export interface User {
  password: string;
  fullName: string;
  groups: string[];
}

/** What a call does to a stream. `$all` is read as a stream, too. */
export type Act = "read" | "write" | "delete";

const admins = "$admins";
const everybody = "$all";
type Rights = Partial<Record<"$r" | "$w" | "$d" | "$mr" | "$mw", string | string[]>>;

const forAdmins: Rights = { $r: admins, $w: admins, $d: admins, $mr: admins, $mw: admins };
const forEverybody: Rights = { $r: everybody, $w: everybody, $d: everybody, $mr: everybody, $mw: everybody };
const letters = { read: "r", write: "w", delete: "d" } as const;

/** The users of a store and what they may do, by `$settings` and the metadata of `$all`. They are kept as long as the server runs. */
export class Access {
  readonly users = new Map<string, User>();
  readonly #store: Store;

  /** `first`: `name:password` of an admin. */
  constructor(store: Store, first: string) {
    const [name = "", password = ""] = first.split(/:(.*)/s);
    this.#store = store;
    this.users.set(name, { password, fullName: name, groups: [admins] });
  }

  /** @param authorization of the scheme Basic */
  userOf(authorization: unknown): User | null {
    const [, encoded = ""] = /^Basic (\S+)$/.exec(String(authorization)) ?? [];
    const [name = "", password = ""] = Buffer.from(encoded, "base64").toString("utf8").split(/:(.*)/s);
    const user = this.users.get(name);
    return user?.password === password ? user : null;
  }

  isAdmin(user: User | null): boolean {
    return user?.groups.includes(admins) ?? false;
  }

  may(user: User, act: Act, stream: string): boolean {
    const isOfMetadata = stream.startsWith("$$");
    const rights = this.#rightsOn(isOfMetadata ? stream.slice(2) : stream);
    const needed = rights[`$${isOfMetadata ? "m" : ""}${letters[act]}` as keyof Rights] ?? [];
    const roles = [needed].flat();
    return this.isAdmin(user) || roles.includes(everybody) || roles.some((role) => user.groups.includes(role));
  }

  #rightsOn(stream: string): Rights {
    if (stream === "$all") return { ...forAdmins, ...this.#newest("$$$all")?.$acl };
    const settings = this.#newest("$settings");
    return stream.startsWith("$")
      ? { ...forAdmins, ...settings?.$systemStreamAcl }
      : { ...forEverybody, ...settings?.$userStreamAcl };
  }

  #newest(stream: string): Record<string, Rights> | null {
    const [record] = this.#store.readStream(stream, Number.MAX_SAFE_INTEGER, { limit: 1, backwards: true });
    return record ? JSON.parse(Buffer.from(record.data).toString("utf8")) : null;
  }
}

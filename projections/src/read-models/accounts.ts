import type { Index } from "./projection.ts";
import { searchable } from "./searchable.ts";
import { everyAccount, isListed, type UserDocument, users } from "./users.ts";

/** What a list of accounts can be narrowed to. */
export const accountKinds = ["inactive", "unverified", "admin", "developer", "pro"] as const;
export type AccountKind = (typeof accountKinds)[number];

const belongsTo: Readonly<Record<AccountKind, (user: UserDocument) => boolean>> = {
  inactive: ({ isActive }) => !isActive,
  unverified: ({ emailVerified }) => !emailVerified,
  admin: ({ isAdmin }) => isAdmin,
  developer: ({ isDeveloper }) => isDeveloper,
  pro: ({ isPro }) => isPro,
};

export const isOfKind = (user: UserDocument, kind: AccountKind): boolean => belongsTo[kind](user);

/** "example.com fern": the addresses of a domain are sorted by what is before it. */
function byDomain(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(at + 1)} ${email.slice(0, at)}`;
}

/** The texts that a search looks at, each by the index that has it. An account without a name is found and sorted by its username. */
export const searchedTexts = {
  email: ({ email }) => email,
  username: ({ username }) => username,
  name: ({ firstName, lastName, username }) => [firstName, lastName].filter(Boolean).join(" ") || username,
  lastName: ({ lastName }) => lastName || null,
  domain: ({ email }) => email && byDomain(email),
} as const satisfies Readonly<Record<string, (user: UserDocument) => string | null>>;
export type SearchedText = keyof typeof searchedTexts;

const entryOf = (user: UserDocument, order: string | null) =>
  isListed(user) && order !== null ? { value: everyAccount, order } : null;

const byText = (text: SearchedText): Index<UserDocument> => ({
  entry(user) {
    const found = searchedTexts[text](user);
    return entryOf(user, found === null ? null : searchable(found));
  },
});

const byKind = (kind: AccountKind): Index<UserDocument> => ({
  entry: (user) => (isOfKind(user, kind) ? entryOf(user, user.registeredAt) : null),
});

/**
 * The accounts as admins list and search them: the documents of `users`, with an index for each order and each kind. Apart from `users`,
 * because who is signed in must not wait until these indexes are written. Erased persons and decoys are in no index.
 */
export const accounts: typeof users = {
  ...users,
  name: "accounts@4",
  group: "other",
  indexes: {
    registered: { entry: (user) => entryOf(user, user.registeredAt) },
    email: byText("email"),
    username: byText("username"),
    name: byText("name"),
    lastName: byText("lastName"),
    domain: byText("domain"),
    inactive: byKind("inactive"),
    unverified: byKind("unverified"),
    admin: byKind("admin"),
    developer: byKind("developer"),
    pro: byKind("pro"),
  },
};

import { TextField } from "../../parts/field.tsx";

type TypedUsernameProps = { username: string; typed: string; onType: (typed: string) => void };

/** Typed by hand, so that no account is deleted by mistake. */
export const TypedUsername = ({ username, typed, onType }: TypedUsernameProps) => (
  <TextField
    label={`Type ${username} to confirm`}
    name="confirmedUsername"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    value={typed}
    onChange={({ target }) => onType(target.value)}
  />
);

export const isTyped = (typed: string, username: string): boolean =>
  typed.trim().toLowerCase() === username.toLowerCase();

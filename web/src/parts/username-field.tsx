import { type ComponentProps, useState } from "react";
import { useChecked } from "../checked.ts";
import { TextField } from "./field.tsx";

export const takenUsername = "This username is taken. Please choose another one.";
const reservedUsername = "This username is reserved. Please choose another one.";
const rule = "3 to 32 letters, digits or . - _";

type UsernameFieldProps = Pick<ComponentProps<typeof TextField>, "error" | "onBlur"> & {
  /** The username that the user has already. */
  own?: string;
};

/** A field for a new username. During typing it shows whether the name is free. */
export function UsernameField({ own = "", error, onBlur }: UsernameFieldProps) {
  const [typed, setTyped] = useState(own);
  const isOwn = typed.toLowerCase() === own.toLowerCase();
  const checked = useChecked(isOwn ? null : { username: typed });
  const notFree = checked?.usernameReserved ? reservedUsername : takenUsername;
  return (
    <TextField
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={own}
      onBlur={onBlur}
      onChange={(event) => setTyped(event.target.value)}
      error={error ?? (checked?.usernameFree === false ? notFree : undefined)}
      // Always one line: when the answer arrives, the button below must not move away from a click.
      hint={checked?.usernameFree ? <span role="status">This username is free.</span> : rule}
    />
  );
}

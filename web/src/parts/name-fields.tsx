import { TextField } from "./field.tsx";

type NameFieldsProps = {
  names?: { firstName: string | null; lastName: string | null };
  errors: Readonly<Record<string, string>>;
  /** Whether they are the user's own, which the browser may fill in. */
  isOwn?: boolean;
  /** Beside each label: "optional". */
  aside?: string;
};

/** First and last name, side by side in a grid of two columns. */
export function NameFields({ names, errors, isOwn = false, aside }: NameFieldsProps) {
  return (
    <>
      <TextField
        label="First name"
        name="firstName"
        aside={aside}
        autoComplete={isOwn ? "given-name" : "off"}
        defaultValue={names?.firstName ?? ""}
        error={errors.firstName}
      />
      <TextField
        label="Last name"
        name="lastName"
        aside={aside}
        autoComplete={isOwn ? "family-name" : "off"}
        defaultValue={names?.lastName ?? ""}
        error={errors.lastName}
      />
    </>
  );
}

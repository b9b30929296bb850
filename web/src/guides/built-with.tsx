import { SelectField } from "../parts/select-field.tsx";
import { frameworkGroups } from "./frameworks.ts";

type Choice = { id: string; name: string };
type BuiltWithProps = {
  chosen: string;
  onChange: (id: string) => void;
  /** More to choose from, below the frameworks. */
  others?: { name: string; choices: readonly Choice[] };
};

/** What an application is built with. */
export function BuiltWith({ chosen, onChange, others }: BuiltWithProps) {
  const groups = frameworkGroups.map(({ name, frameworks }) => ({ name, choices: frameworks as readonly Choice[] }));
  return (
    <SelectField label="Built with" name="framework" value={chosen} onChange={(event) => onChange(event.target.value)}>
      {[...groups, ...(others ? [others] : [])].map(({ name, choices }) => (
        <optgroup key={name} label={name}>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

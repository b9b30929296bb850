import { SelectField } from "../parts/select-field.tsx";
import { type Framework, frameworkGroups } from "./frameworks.ts";

type Choice = { id: string; name: string };
type BuiltWithProps = {
  chosen: string;
  onChange: (id: string) => void;
  /** Only what is built as such an application; null for all. */
  kind?: Framework["kind"] | null;
  /** More to choose from, below the frameworks. */
  others?: { name: string; choices: readonly Choice[] };
};

/** What an application is built with. */
export function BuiltWith({ chosen, onChange, kind = null, others }: BuiltWithProps) {
  const groups = frameworkGroups
    .map(({ name, frameworks }) => ({
      name,
      choices: frameworks.filter((framework) => kind === null || framework.kind === kind) as readonly Choice[],
    }))
    .filter(({ choices }) => choices.length > 0);
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

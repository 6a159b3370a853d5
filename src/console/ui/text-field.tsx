/** A line of text in a form. */
export const TextField = ({
  label,
  value,
  set,
  required = false,
}: {
  label: string
  value: string
  set: (value: string) => void
  required?: boolean
}) => (
  <label class="field">
    <span>{label}</span>
    <input
      value={value}
      required={required}
      autoComplete="off"
      onInput={(event) => set(event.currentTarget.value)}
    />
  </label>
)

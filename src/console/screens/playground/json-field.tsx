import { useEffect, useState } from 'preact/hooks'

/** A value that is written as JSON. What cannot be read is said, and changes nothing. */
export const JsonField = ({
  name,
  value,
  set,
  note,
}: {
  name: string
  value: unknown
  set: (value: unknown) => void
  note?: string
}) => {
  const json = value === undefined ? '' : JSON.stringify(value, undefined, 2)
  const [text, setText] = useState(json)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (problem === undefined && read(text) !== read(json)) setText(json)
  }, [json])
  return (
    <label class="field">
      <span>
        {name} <span class="quiet">{note ?? ''} JSON</span>
      </span>
      <textarea
        value={text}
        spellcheck={false}
        onInput={({ currentTarget: { value: typed } }) => {
          setText(typed)
          try {
            set(typed.trim() === '' ? undefined : JSON.parse(typed))
            setProblem(undefined)
          } catch {
            setProblem('This is not JSON yet: the last value that could be read is kept.')
          }
        }}
      />
      {problem && <span role="alert">{problem}</span>}
    </label>
  )
}

/** A text of JSON without its layout. */
const read = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}

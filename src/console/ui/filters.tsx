import { useEffect, useRef, useState } from 'preact/hooks'
import { useQuery } from './use-query.ts'

export type Filter = {
  /** The name in the address. */
  name: string
  label: string
  /** Values to choose from; without them the filter is a text. */
  options?: readonly (string | { value: string; label: string })[]
  /** What no choice means. Default: All. */
  none?: string
}

/** Filters of a list, kept in the address. Changing one leads back to the first page. */
export const Filters = ({ of }: { of: readonly Filter[] }) => {
  const { query, setQuery } = useQuery()
  const set = (name: string, value: string) => setQuery({ [name]: value, cursor: undefined })
  const isFiltered = of.some(({ name }) => query[name])
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {of.map((filter) => (
        <label key={filter.name}>
          <span>{filter.label}</span>
          {filter.options ? (
            <Choice filter={filter} value={query[filter.name] ?? ''} set={set} />
          ) : (
            <TextFilter filter={filter} value={query[filter.name] ?? ''} set={set} />
          )}
        </label>
      ))}
      {isFiltered && (
        <button
          type="button"
          onClick={() =>
            setQuery(
              Object.fromEntries([
                ...of.map(({ name }) => [name, undefined]),
                ['cursor', undefined],
              ]),
            )
          }
        >
          Clear
        </button>
      )}
    </form>
  )
}

type FieldProps = { filter: Filter; value: string; set: (name: string, value: string) => void }

const Choice = ({ filter: { name, options = [], none = 'All' }, value, set }: FieldProps) => (
  <select value={value} onChange={(event) => set(name, event.currentTarget.value)}>
    <option value="">{none}</option>
    {options.map((option) => {
      const { value, label } =
        typeof option === 'string' ? { value: option, label: option } : option
      return (
        <option key={value} value={value}>
          {label}
        </option>
      )
    })}
  </select>
)

/** Applied when typing pauses. */
const pauseMs = 400

const TextFilter = ({ filter: { name }, value, set }: FieldProps) => {
  const [text, setText] = useState(value)
  const applied = useRef(value)
  useEffect(() => {
    // What was applied here is what was typed, but for spaces and what has been typed since.
    if (value !== applied.current) setText(value)
    applied.current = value
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === value) return undefined
    const timer = setTimeout(() => {
      applied.current = wanted
      set(name, wanted)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
  )
}

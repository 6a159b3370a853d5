import { useState } from 'preact/hooks'
import { CopyButton } from './copy.tsx'

/** How many members are shown before somebody asks for more, and how deep a value is open. */
const shownMembers = 50
const openLevels = 2
const shownCharacters = 2_000

/** A JSON value as a tree; members are made when they are opened, so that large values cost nothing. */
export const JsonView = ({ value, label }: { value: unknown; label: string }) => (
  <div class="json" role="group" aria-label={label}>
    <CopyButton text={JSON.stringify(value, undefined, 2) ?? 'undefined'} what={label} />
    <Value value={value} depth={0} />
  </div>
)

const Value = ({ value, depth }: { value: unknown; depth: number }) => {
  if (typeof value === 'string') return <Text value={value} />
  if (typeof value !== 'object' || value === null)
    return <span class={`json-${typeof value}`}>{String(value)}</span>
  const entries = Object.entries(value)
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return <span>{start + end}</span>
  return <Members {...{ entries, start, end, depth }} />
}

type MembersProps = { entries: [string, unknown][]; start: string; end: string; depth: number }

const Members = ({ entries, start, end, depth }: MembersProps) => {
  const [isOpen, setIsOpen] = useState(depth < openLevels)
  const [shown, setShown] = useState(shownMembers)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {start} <span class="quiet">{entries.length}</span> {!isOpen && end}
      </summary>
      {isOpen && (
        <ul>
          {entries.slice(0, shown).map(([name, member]) => (
            <li key={name}>
              {start === '{' && <span class="json-name">{name}: </span>}
              <Value value={member} depth={depth + 1} />
            </li>
          ))}
          {entries.length > shown && (
            <li>
              <button type="button" onClick={() => setShown(shown + 4 * shownMembers)}>
                Show more of {entries.length}
              </button>
            </li>
          )}
        </ul>
      )}
      {isOpen && end}
    </details>
  )
}

const Text = ({ value }: { value: string }) => {
  const [isWhole, setIsWhole] = useState(value.length <= shownCharacters)
  return (
    <span class="json-string">
      {JSON.stringify(isWhole ? value : value.slice(0, shownCharacters))}
      {!isWhole && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {value.length} characters
        </button>
      )}
    </span>
  )
}

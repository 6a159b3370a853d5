import { signal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useEffect, useId, useState } from 'preact/hooks'
import { currentProject, toPage } from '../api/current-project.ts'
import { signOut } from '../api/session.ts'
import { useData } from '../api/use-data.ts'
import { screens } from '../screens.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorBox } from '../ui/error-box.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { screenCommands, type Command } from './commands.ts'
import { findInProject } from './find-in-project.ts'
import { projects } from './projects.ts'

const isOpen = signal(false)

export const openPalette = (): void => {
  isOpen.value = true
}

const allCommands = (): Command[] => [
  ...screenCommands.value,
  ...screens.map(({ title, paths }) => ({ title, hint: 'Screen', href: toPage(paths[0]) })),
  ...(projects.value ?? [])
    .filter(({ id }) => id !== currentProject.value)
    .map(({ id, name }) => ({ title: name, hint: 'Project', href: `/console/p/${id}/live` })),
  { title: 'API reference', hint: 'Page', run: () => window.open('/docs', '_blank', 'noopener') },
  { title: 'Sign out', run: () => void signOut() },
]

const maximumShown = 12

/** Those that contain every word that was typed. */
const findCommands = (text: string): Command[] => {
  const words = text.toLowerCase().split(/\s+/)
  return allCommands()
    .filter(({ title, hint = '' }) =>
      words.every((word) => `${title} ${hint}`.toLowerCase().includes(word)),
    )
    .slice(0, maximumShown)
}

/** Asked for when typing pauses, and not for a single letter. */
const pauseMs = 200
const shortestSearch = 2

type Found = { found: readonly Command[]; isSearching: boolean; error: unknown }

/** Commands at once, and then the toolkits and tools of the project that the text finds. */
const useFound = (text: string): Found => {
  const given = text.trim()
  const asked = useSettled(given, pauseMs)
  const { value, error, isLoading } = useData(
    async (signal) =>
      currentProject.value !== undefined && asked.length >= shortestSearch
        ? await findInProject(asked, signal)
        : [],
    [asked],
  )
  const isSearching = isLoading || asked !== given
  return { found: [...findCommands(text), ...((!isSearching && value) || [])], isSearching, error }
}

/** Finds screens, projects, tools and commands by what is typed: Ctrl-K. */
export const Palette = () => {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      isOpen.value = !isOpen.value
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return isOpen.value ? <OpenPalette /> : null
}

const places = 'Screen, project, tool or command'

const OpenPalette = () => {
  const { route } = useLocation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const { found, isSearching, error } = useFound(text)
  const close = () => {
    isOpen.value = false
  }
  const choose = (command: Command | undefined) => {
    if (!command) return
    close()
    if ('href' in command) route(command.href)
    else command.run()
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen((chosen + step + found.length) % Math.max(1, found.length))
  }
  return (
    <Dialog title="Go to" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose(found[chosen])
        }}
      >
        <input
          class="palette-input"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-label={places}
          aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
          placeholder={places}
          autoComplete="off"
          value={text}
          onKeyDown={move}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
        />
      </form>
      <ul class="palette-list" role="listbox" id={id} aria-label="Found">
        {found.map((command, index) => (
          <li
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => choose(command)}
          >
            <span>{command.title}</span> <span class="quiet">{command.hint}</span>
          </li>
        ))}
      </ul>
      <ErrorBox error={error} />
      {found.length === 0 && error === undefined && (
        <p class="quiet" role="status">
          {isSearching ? 'Searching …' : 'Nothing has that name.'}
        </p>
      )}
    </Dialog>
  )
}

import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { currentProject, toPage } from '../api/current-project.ts'
import { connection, startLive } from '../api/live.ts'
import { isSignedIn, session, signOut } from '../api/session.ts'
import { screens } from '../screens.ts'
import { Questions } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Toasts, toast } from '../ui/toast.tsx'
import { openPalette, Palette } from './palette.tsx'
import { projects } from './projects.ts'

/** What surrounds every screen of a project: navigation, project, person, palette, messages. */
export const Shell = ({ children }: { children: ComponentChildren }) => {
  const { path } = useLocation()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  useEffect(() => setIsMenuOpen(false), [path])
  useEffect(startLive, [])
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="bar">
        <button
          type="button"
          class="plain menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          aria-label="Menu"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? 'close' : 'menu'} />
        </button>
        <a class="brand" href={toPage('live')}>
          Plugboard
        </a>
        <ProjectSwitch />
        <Connection />
        <button
          type="button"
          class="palette-button"
          onClick={openPalette}
          aria-label="Go to: Ctrl K"
        >
          <Icon name="search" /> <span class="wide">Go to</span> <kbd class="wide">Ctrl K</kbd>
        </button>
        <Person />
      </header>
      <Navigation isOpen={isMenuOpen} path={path} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Palette />
      <Questions />
      <Toasts />
    </div>
  )
}

const isAt = (path: string, page: string) => path === page || path.startsWith(`${page}/`)

const Navigation = ({ isOpen, path }: { isOpen: boolean; path: string }) => (
  <nav id="navigation" class={isOpen ? 'open' : ''} aria-label="Screens">
    <ul>
      {screens.map(({ paths, title, icon }) => {
        const href = toPage(paths[0])
        const isCurrent = paths.some((pattern) => isAt(path, toPage(pattern.split('/')[0] ?? '')))
        return (
          <li key={href}>
            <a href={href} aria-current={isCurrent ? 'page' : undefined}>
              <Icon name={icon} /> {title}
            </a>
          </li>
        )
      })}
    </ul>
  </nav>
)

/** Leads to the same screen of another project. */
const ProjectSwitch = () => {
  const { path, route } = useLocation()
  const page = path.split('/')[4] ?? 'live'
  return (
    <select
      class="project"
      aria-label="Project"
      value={currentProject.value ?? ''}
      onChange={(event) => route(`/console/p/${event.currentTarget.value}/${page}`)}
    >
      {(projects.value ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

const connectionTexts = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost',
  paused: 'Paused',
}

const Connection = () => (
  <span class={`connection ${connection.value}`} role="status">
    <span class="wide">{connectionTexts[connection.value]}</span>
    <span class="unseen narrow">{connectionTexts[connection.value]}</span>
  </span>
)

const Person = () => {
  const value = session.value
  if (!isSignedIn(value)) return null
  return (
    <details class="person">
      <summary aria-label={`Signed in as ${value.person.name}`}>
        <Icon name="users" />
      </summary>
      <div class="popup">
        <p>
          <strong>{value.person.name}</strong>
          {value.person.email && <span class="quiet">{value.person.email}</span>}
        </p>
        <a href="/docs" target="_blank" rel="noopener">
          API reference
        </a>
        <button
          type="button"
          onClick={() => void signOut().catch(() => toast('The service cannot be reached'))}
        >
          <Icon name="out" /> Sign out
        </button>
      </div>
    </details>
  )
}

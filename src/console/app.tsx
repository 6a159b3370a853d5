import { LocationProvider, Route, Router, lazy, useLocation } from 'preact-iso'
import { useEffect, useState } from 'preact/hooks'
import { addPages, currentProject, projectOf } from './api/current-project.ts'
import { isSignedIn, loadSession, session } from './api/session.ts'
import { screens } from './screens.ts'
import { loadProjects, preferredProject, projects, rememberProject } from './shell/projects.ts'
import { Shell } from './shell/shell.tsx'
import { SignIn } from './shell/sign-in.tsx'
import { ErrorBox } from './ui/error-box.tsx'
import { Empty, Loading, Page } from './ui/page.tsx'

/** The console: signing in, then the screens of a project. */
export const App = () => {
  const [error, setError] = useState<unknown>(undefined)
  const load = () => {
    setError(undefined)
    loadSession().catch(setError)
  }
  useEffect(load, [])
  const value = session.value
  if (error !== undefined)
    return (
      <main class="sign-in">
        <ErrorBox error={error} retry={load} />
      </main>
    )
  if (value === undefined) return null
  return isSignedIn(value) ? (
    <LocationProvider scope="/console">
      <Projects />
    </LocationProvider>
  ) : (
    <SignIn signIn={value.sign_in} />
  )
}

/** Leads from addresses without a project to the preferred one. */
const Projects = () => {
  const { path, route } = useLocation()
  const [error, setError] = useState<unknown>(undefined)
  const load = () => {
    setError(undefined)
    loadProjects().catch(setError)
  }
  useEffect(load, [])
  const id = projectOf(path)
  const all = projects.value
  const known = all?.find((project) => project.id === id)
  useEffect(() => {
    if (known) rememberProject(known.id)
    else if (id === undefined && all) {
      const preferred = preferredProject(all)
      if (preferred) route(`/console/p/${preferred.id}/live`, true)
    }
  }, [id, all])
  currentProject.value = known?.id
  if (error !== undefined)
    return (
      <main class="sign-in">
        <ErrorBox error={error} retry={load} />
      </main>
    )
  if (!all) return <Loading />
  if (all.length === 0 || (id !== undefined && !known)) return <NoProject id={id} />
  return known ? (
    <Shell key={known.id}>
      <Router>
        {routes.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={Unknown} />
      </Router>
    </Shell>
  ) : null
}

const routes = screens.flatMap(({ paths, load }) => {
  addPages(paths)
  const component = lazy(load)
  return paths.map((path) => ({ path: `/console/p/:project/${path}`, component }))
})

const Unknown = () => (
  <Page title="There is no such page">
    <p>Choose a screen from the navigation, or press Ctrl-K.</p>
  </Page>
)

const NoProject = ({ id }: { id: string | undefined }) => (
  <main class="sign-in">
    {id === undefined ? (
      <Empty
        title="The organization has no project"
        command={`npx plugboard api projects.create --json '{"name": "First project"}'`}
      />
    ) : (
      <>
        <h1>There is no project {id}</h1>
        <p>It was deleted, or it belongs to another organization.</p>
        <p>
          <a class="button" href="/console">
            Open another project
          </a>
        </p>
      </>
    )}
  </main>
)

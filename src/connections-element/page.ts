/**
 * The script of the page "my connections" of the service, which shows the element alone.
 *
 * The token is in the fragment of the page's address, which browsers send to nobody. It is taken out
 * of the address, so that it is in no history and no copied link, and kept for this tab.
 */
import type { ConnectionEvents, PlugboardConnections } from './index.ts'

const key = 'plugboard-connect-token'

const find = (selector: string) => document.querySelector<HTMLElement>(selector)

/** What a project without a name is called. */
const nameless = find('#whose-project')?.textContent ?? ''

const readToken = (): string | null => {
  const token = /^#(pbt_[\w-]{20,100})$/.exec(location.hash)?.[1]
  if (token === undefined) return sessionStorage.getItem(key)
  sessionStorage.setItem(key, token)
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

const start = (): void => {
  const element = document.querySelector<PlugboardConnections>('plugboard-connections')
  const missing = find('#no-token')
  const whose = find('#whose')
  const token = readToken()
  if (!element || !missing || !whose) return
  // Until it is known whose they are by another token.
  if (token !== element.token) whose.hidden = true
  missing.hidden = token !== null
  element.hidden = token === null
  element.token = token
}

/**
 * Says whose page it is, as the project calls itself, and whose connections they are: who was sent
 * the link of another person has to notice before they connect an account.
 */
document.addEventListener('plugboard-loaded', (event) => {
  const header = find('#project')
  if (!header || !(event instanceof CustomEvent)) return
  const { project, user } = event.detail as ConnectionEvents['plugboard-loaded']
  nameUser(project.name, user.name)
  const logo = document.createElement('img')
  logo.alt = ''
  if (project.logo_url !== null) logo.src = project.logo_url
  header.replaceChildren(...(project.logo_url === null ? [] : [logo]), project.name ?? '')
  wear(project)
  header.hidden = project.name === null && project.logo_url === null
})

const nameUser = (projectName: string | null, userName: string): void => {
  const [whose, project, user] = ['#whose', '#whose-project', '#whose-user'].map(find)
  if (!whose || !project || !user) return
  project.textContent = projectName ?? nameless
  user.textContent = userName
  whose.hidden = false
}

/** Takes on the colours of the project, by a stylesheet of the service. */
const wear = ({
  accent_color: accent,
  page_theme: theme,
}: ConnectionEvents['plugboard-loaded']['project']): void => {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  const query = new URLSearchParams({ theme, ...(accent !== null && { accent: accent.slice(1) }) })
  if (sheet && !sheet.href.endsWith(`?${query}`)) sheet.href = `/connections/page.css?${query}`
}

document.addEventListener('plugboard-token-expired', () => sessionStorage.removeItem(key))
// Another link that is opened in this tab.
window.addEventListener('hashchange', start)
start()

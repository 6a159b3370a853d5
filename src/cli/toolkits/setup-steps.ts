import type { Client } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'
import { needsApplication, type AuthConfig } from '../connect/open-auth-config.ts'

export type SetupOptions = {
  scheme?: string
  scope?: string[]
  value?: string[]
  managed: boolean
  new: boolean
  json: boolean
}

/** How OAuth 2 and 1 call what an application is known by. */
export const idNames = ['client_id', 'consumer_key']

export type Toolkit = Awaited<ReturnType<Client['toolkits']['get']>>
export type Way = Toolkit['auth_config_details'][number]

/** OAuth first: it is what needs an application. */
export const chooseWay = ({ slug, auth_config_details: ways }: Toolkit, scheme?: string): Way => {
  const wanted = scheme?.toUpperCase()
  const way =
    wanted === undefined
      ? (ways.find(needsApplication) ?? ways[0])
      : ways.find(({ mode }) => mode === wanted)
  if (way) return way
  throw wanted === undefined
    ? new CliError(`The toolkit "${slug}" sends no credentials: its description names none`, {
        suggestedFix: `If its API needs them, import it again with --auth, for example plugboard toolkits import … --slug ${slug} --auth BEARER_TOKEN`,
      })
    : new CliError(`The toolkit "${slug}" does not take the auth scheme ${wanted}`, {
        suggestedFix: `It takes: ${ways.map(({ mode }) => mode).join(', ') || 'none'}`,
      })
}

/** Names of scope sets stand for their scopes; without any, those of the default sets. */
export const chooseScopes = (
  { scope_sets: sets = [], default_scopes: defaults = [] }: Way,
  wanted: string[] | undefined,
): string[] => {
  const chosen = wanted
    ? wanted.flatMap(
        (name) => sets.find((set) => set.name === name)?.scopes ?? name.split(/[\s,]+/),
      )
    : [...defaults, ...sets.filter((set) => set.default).flatMap(({ scopes }) => scopes)]
  return [...new Set(chosen.filter((scope) => scope !== ''))]
}

/** What to enter at the provider. */
export const instructions = (
  { name }: Toolkit,
  way: Way,
  { place, redirect_uri }: { place: string; redirect_uri: string | null },
  scopes: string[],
): string => {
  const fill = (text: string) =>
    text
      .replaceAll('{redirect_uri}', redirect_uri ?? '')
      .replaceAll('{scopes}', scopes.join(' ') || 'the scopes that you need')
  const address = way.setup?.url ?? way.auth_hint_url
  return [
    `Set up ${name} (${way.mode}), ${place}`,
    '',
    address ? `Register an application at ${address}` : `Register an application at ${name}`,
    ...numbered((way.setup?.steps ?? []).map(fill)),
    ...(way.setup?.notes === undefined ? [] : ['', fill(way.setup.notes)]),
    '',
    `  Redirect URI  ${redirect_uri ?? 'none is needed'}`,
    `  Scopes        ${scopes.join(' ') || 'none are asked for: name those that your tools need with --scope'}`,
    ...(way.scope_sets ?? []).map(
      (set) => `  Scope set     "${set.name}": ${set.scopes.join(' ')}`,
    ),
    '',
  ].join('\n')
}

export const numbered = (steps: string[]): string[] =>
  steps.map((step, index) => `  ${index + 1}. ${step}`)

/** The JSON of the command. */
export const toRecord = (
  { id, redirect_uri }: AuthConfig,
  way: Way,
  { scopes, isSetUp }: { scopes: string[]; isSetUp: boolean },
) => ({
  auth_config_id: id,
  auth_scheme: way.mode,
  needs_application: true,
  is_set_up: isSetUp,
  redirect_uri,
  scopes,
  fields: [
    ...way.fields.auth_config_creation.required,
    ...way.fields.auth_config_creation.optional,
  ],
  ...(way.setup && { setup: way.setup }),
})

import type { Client } from '../../client/index.ts'
import { authScheme } from '../../contract/common.ts'
import { CliError } from '../cli-error.ts'
import { collectValues } from '../connect/collect-values.ts'
import { isComplete, needsApplication } from '../connect/open-auth-config.ts'

export type SetupOptions = { scheme?: string; scope?: string[]; value?: string[]; json: boolean }

type Toolkit = Awaited<ReturnType<Client['toolkits']['get']>>
type Way = Toolkit['auth_config_details'][number]
type AuthConfig = Awaited<ReturnType<Client['authConfigs']['get']>>

/**
 * Walks an operator through registering an OAuth application: shows what to enter at the provider,
 * takes client id and secret, has the service check them, and stores them in an auth config.
 */
export const runSetup = async (
  client: Client,
  slug: string,
  options: SetupOptions,
): Promise<void> => {
  const toolkit = await client.toolkits.get({ params: { slug } })
  const way = chooseWay(toolkit, options.scheme)
  if (!needsApplication(way)) return explainKeys(toolkit, way, options.json)
  const authConfig = await openUnfinished(client, toolkit, way)
  const scopes = chooseScopes(way, options.scope)
  if (!options.json) console.log(instructions(toolkit, way, authConfig, scopes))
  if (!options.value && !process.stdin.isTTY) {
    if (options.json) console.log(JSON.stringify(toRecord(authConfig, way, scopes)))
    else
      console.log(
        `\nThen run: plugboard toolkits setup ${slug} --value client_id=… --value client_secret=-`,
      )
    return
  }
  const fields = way.fields.auth_config_creation
  const credentials = await collectValues(
    [...fields.required, ...fields.optional],
    options.value ?? [],
  )
  const store = (values: Record<string, unknown>) =>
    client.authConfigs.update({
      params: { nanoid: authConfig.id },
      body: { type: 'custom', credentials: values },
    })
  await store({ ...credentials, ...(scopes.length > 0 && { scopes }) })
  const { application, message } = await client.authConfigs.check({
    params: { nanoid: authConfig.id },
  })
  if (application === 'refused') {
    // The auth config stays unfinished, so that the next run continues with its redirect URI.
    await store(Object.fromEntries(Object.keys(credentials).map((name) => [name, null])))
    throw new CliError(message, {
      suggestedFix: `Nothing was stored. Check the values, and that ${authConfig.redirect_uri ?? 'the redirect URI'} is registered at the provider, then run the command again`,
    })
  }
  if (options.json)
    return console.log(
      JSON.stringify({ ...toRecord(authConfig, way, scopes), application, message }),
    )
  console.log(application === 'accepted' ? message : `Stored, but not verified: ${message}`)
  console.log(`\nConnect an account: plugboard connect ${slug} --user <id>`)
}

/** OAuth first: it is what needs an application. */
const chooseWay = ({ slug, auth_config_details: ways }: Toolkit, scheme?: string): Way => {
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

const explainKeys = ({ slug, name }: Toolkit, way: Way, json: boolean): void => {
  const fields = way.fields.connected_account_initiation.required
  if (json)
    return console.log(
      JSON.stringify({
        toolkit: slug,
        auth_scheme: way.mode,
        needs_application: false,
        fields,
        ...(way.setup && { setup: way.setup }),
      }),
    )
  console.log(
    [
      `${name} needs no application: with ${way.mode} each user gives ${fields.map(({ displayName }) => displayName).join(', ') || 'agreement in the browser'}.`,
      ...(way.setup ? [`It is found at ${way.setup.url}`, ...numbered(way.setup.steps)] : []),
      '',
      `Connect an account: plugboard connect ${slug} --user <id>`,
    ].join('\n'),
  )
}

/**
 * The auth config that an earlier run began, so that the redirect URI stays the registered one; else
 * a new one, with a redirect URI of its own.
 */
const openUnfinished = async (
  client: Client,
  { slug }: Toolkit,
  { mode }: Way,
): Promise<AuthConfig> => {
  const { items } = await client.authConfigs.list({ query: { toolkit_slug: [slug], limit: 100 } })
  const begun = items.find(
    (item) => item.auth_scheme === mode && !item.redirect_uri_is_shared && !isComplete(item),
  )
  if (begun) return begun
  const { redirect_uri } = await client.authConfigs.reserveRedirectUri()
  const { auth_config } = await client.authConfigs.create({
    body: { toolkit: { slug }, auth_config: { authScheme: authScheme.parse(mode), redirect_uri } },
  })
  return client.authConfigs.get({ params: { nanoid: auth_config.id } })
}

/** Names of scope sets stand for their scopes; without any, those of the default sets. */
const chooseScopes = (
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

const instructions = (
  { name }: Toolkit,
  way: Way,
  { id, redirect_uri }: AuthConfig,
  scopes: string[],
): string => {
  const fill = (text: string) =>
    text
      .replaceAll('{redirect_uri}', redirect_uri ?? '')
      .replaceAll('{scopes}', scopes.join(' ') || 'the scopes that you need')
  const address = way.setup?.url ?? way.auth_hint_url
  return [
    `Set up ${name} (${way.mode}), auth config ${id}`,
    '',
    address ? `Register an application at ${address}` : `Register an application at ${name}`,
    ...numbered((way.setup?.steps ?? []).map(fill)),
    ...(way.setup?.notes === undefined ? [] : ['', fill(way.setup.notes)]),
    '',
    `  Redirect URI  ${redirect_uri ?? 'none is needed'}`,
    `  Scopes        ${scopes.join(' ') || '(those that the application is registered with)'}`,
    ...(way.scope_sets ?? []).map(
      (set) => `  Scope set     "${set.name}": ${set.scopes.join(' ')}`,
    ),
    '',
  ].join('\n')
}

const numbered = (steps: string[]): string[] =>
  steps.map((step, index) => `  ${index + 1}. ${step}`)

const toRecord = ({ id, redirect_uri }: AuthConfig, way: Way, scopes: string[]) => ({
  auth_config_id: id,
  auth_scheme: way.mode,
  needs_application: true,
  redirect_uri,
  scopes,
  fields: [
    ...way.fields.auth_config_creation.required,
    ...way.fields.auth_config_creation.optional,
  ],
  ...(way.setup && { setup: way.setup }),
})

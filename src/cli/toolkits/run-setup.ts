import type { Client } from '../../client/index.ts'
import { authScheme } from '../../contract/common.ts'
import { CliError } from '../cli-error.ts'
import { collectValues } from '../connect/collect-values.ts'
import { isComplete, needsApplication, type AuthConfig } from '../connect/open-auth-config.ts'
import { changeApplication, findSetUp } from './change-application.ts'
import {
  chooseScopes,
  chooseWay,
  instructions,
  numbered,
  toRecord,
  type SetupOptions,
  type Toolkit,
  type Way,
} from './setup-steps.ts'
import { toTyped } from '../to-typed.ts'

/**
 * Walks an operator through registering an OAuth application: shows what to enter at the provider,
 * takes client id and secret, has the service check them, and stores them in an auth config. One
 * that is set up is shown or changed, unless another one is asked for.
 */
export const runSetup = async (
  client: Client,
  slug: string,
  options: SetupOptions,
): Promise<void> => {
  const toolkit = await client.toolkits.get({ params: { slug } })
  const way = chooseWay(toolkit, options.scheme)
  if (!needsApplication(way)) return explainKeys(toolkit, way, options.json)
  const setUp = options.new ? undefined : await findSetUp(client, toolkit, way)
  if (setUp) return changeApplication(client, toolkit, way, setUp, options)
  const authConfig = await openUnfinished(client, toolkit, way)
  const scopes = chooseScopes(way, options.scope)
  if (!options.json)
    console.log(
      instructions(toolkit, way, { ...authConfig, place: `auth config ${authConfig.id}` }, scopes),
    )
  if (!options.value && !process.stdin.isTTY) {
    if (options.json)
      console.log(JSON.stringify(toRecord(authConfig, way, { scopes, isSetUp: false })))
    else
      console.log(
        toTyped(
          `\nThen run: plugboard toolkits setup ${slug}${options.new ? ' --new' : ''} --value client_id=… --value client_secret=-`,
          process.env,
        ),
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
      JSON.stringify({
        ...toRecord(authConfig, way, { scopes, isSetUp: true }),
        application,
        message,
      }),
    )
  console.log(application === 'accepted' ? message : `Stored, but not verified: ${message}`)
  console.log(`\nConnect an account: plugboard connect ${slug} --user <id>`)
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

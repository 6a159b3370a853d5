import type { Client } from '../../client/index.ts'
import { authScheme } from '../../contract/common.ts'
import { CliError } from '../cli-error.ts'
import { collectValues } from '../connect/collect-values.ts'
import { isComplete, type AuthConfig } from '../connect/open-auth-config.ts'
import { toTyped } from '../to-typed.ts'
import {
  chooseScopes,
  idNames,
  toRecord,
  type SetupOptions,
  type Toolkit,
  type Way,
} from './setup-steps.ts'

/** The newest auth config of the toolkit that has an application of the project's. */
export const findSetUp = async (
  client: Client,
  { slug }: Toolkit,
  { mode }: Way,
): Promise<AuthConfig | undefined> => {
  const { items } = await client.authConfigs.list({ query: { toolkit_slug: [slug], limit: 100 } })
  return items.find((item) => item.auth_scheme === mode && !item.is_svc_managed && isComplete(item))
}

/**
 * Shows the application that is set up, or stores the values and scopes that are given in its auth
 * config.
 */
export const changeApplication = async (
  client: Client,
  toolkit: Toolkit,
  way: Way,
  authConfig: AuthConfig,
  options: SetupOptions,
): Promise<void> => {
  const stored = scopesOf(authConfig)
  if (!options.value && !options.scope) {
    return console.log(
      options.json
        ? JSON.stringify({
            ...toRecord(authConfig, way, { scopes: stored, isSetUp: true }),
            credentials: authConfig.credentials,
          })
        : toText(toolkit, way, authConfig, stored),
    )
  }
  const scopes = options.scope ? chooseScopes(way, options.scope) : stored
  const credentials = options.value ? await collectKept(way, authConfig, options.value) : {}
  const checked = options.value
    ? await tryOut(client, toolkit, authConfig, credentials)
    : { application: 'unknown' as const, message: 'Only its scopes were changed' }
  await client.authConfigs.update({
    params: { nanoid: authConfig.id },
    body: {
      type: 'custom',
      credentials: { ...credentials, ...(options.scope && { scopes }) },
    },
  })
  if (options.json)
    return console.log(
      JSON.stringify({ ...toRecord(authConfig, way, { scopes, isSetUp: true }), ...checked }),
    )
  const { application, message } = checked
  const isKnown = application === 'accepted' || !options.value
  console.log(isKnown ? message : `Stored, but not verified: ${message}`)
  console.log(`\nAuth config ${authConfig.id} of ${toolkit.slug} was changed.`)
}

const toText = (
  { slug, name }: Toolkit,
  way: Way,
  { id, redirect_uri, credentials }: AuthConfig,
  scopes: string[],
): string => {
  const { required, optional } = way.fields.auth_config_creation
  const secret = [...required, ...optional].find((field) => field.is_secret)?.name
  return [
    `${name} (${way.mode}) is set up in auth config ${id}`,
    '',
    ...idNames.flatMap((idName) =>
      credentials[idName] === undefined ? [] : [`  Client id     ${String(credentials[idName])}`],
    ),
    `  Redirect URI  ${redirect_uri ?? 'none is needed'}`,
    `  Scopes        ${scopes.join(' ') || 'none are asked for'}`,
    '',
    ...[
      `Connect an account: plugboard connect ${slug} --user <id>`,
      `Change its secret: plugboard toolkits setup ${slug} --value ${secret ?? 'client_secret'}=-`,
      `Set up another application: plugboard toolkits setup ${slug} --new`,
    ].map((line) => toTyped(line, process.env)),
  ].join('\n')
}

const scopesOf = ({ credentials: { scopes } }: AuthConfig): string[] =>
  Array.isArray(scopes)
    ? scopes.map(String)
    : String(scopes ?? '')
        .split(/[\s,]+/)
        .filter(Boolean)

/** What is stored and no secret need not be given again. */
const collectKept = async (
  { fields: { auth_config_creation: fields } }: Way,
  { id, credentials }: AuthConfig,
  given: string[],
): Promise<Record<string, string>> => {
  const all = [...fields.required, ...fields.optional]
  const kept = all.flatMap(({ name, is_secret: isSecret }) => {
    const value = credentials[name]
    return isSecret || typeof value !== 'string' ? [] : [`${name}=${value}`]
  })
  const values = await collectValues(all, [...kept, ...given])
  for (const name of idNames)
    if (credentials[name] !== undefined && values[name] !== credentials[name])
      throw new CliError(
        `The auth config ${id} is for another ${name}: accounts that were connected under it could not be renewed with this one`,
        { suggestedFix: 'Add --new to set up another application' },
      )
  return values
}

/**
 * Has the values checked in an auth config of their own, which nobody can connect under: the
 * application that works must not be lost to a wrong secret.
 */
const tryOut = async (
  client: Client,
  { slug }: Toolkit,
  { id, auth_scheme, redirect_uri, redirect_uri_is_shared: isShared }: AuthConfig,
  credentials: Record<string, string>,
) => {
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug },
      auth_config: {
        authScheme: authScheme.parse(auth_scheme),
        ...(redirect_uri !== null && !isShared && { redirect_uri }),
      },
    },
  })
  const params = { nanoid: auth_config.id }
  try {
    await client.authConfigs.setStatus({ params: { ...params, status: 'DISABLED' } })
    await client.authConfigs.update({ params, body: { type: 'custom', credentials } })
    const { application, message } = await client.authConfigs.check({ params })
    if (application !== 'refused') return { application, message }
    throw new CliError(message, {
      suggestedFix: `Nothing was changed: auth config ${id} keeps what it has. Check the values, then run the command again`,
    })
  } finally {
    await client.authConfigs.delete({ params })
  }
}

import { createClient, type Client } from '../../client/index.ts'
import { authScheme } from '../../contract/common.ts'
import { oauthApps, type OAuthApps } from '../../service/index.ts'
import { CliError } from '../cli-error.ts'
import { collectValues } from '../connect/collect-values.ts'
import { needsApplication } from '../connect/open-auth-config.ts'
import { readPrivateJson, writePrivateJson } from '../development/private-file.ts'
import type { ConnectionOptions } from '../service-connection.ts'
import { findDevelopment } from './find-development.ts'
import { listEveryAvailable } from './list-every-available.ts'
import {
  chooseScopes,
  chooseWay,
  idNames,
  instructions,
  type SetupOptions,
  type Toolkit,
  type Way,
} from './setup-steps.ts'
import { toTyped } from '../to-typed.ts'

type Options = Pick<ConnectionOptions, 'url' | 'data'> & SetupOptions

/**
 * Writes an OAuth application into the file of the operator's applications, which the running
 * service reads again: every project of it that adds the toolkit can use the application.
 */
export const runManagedSetup = async (options: Options, slug: string): Promise<void> => {
  const development = await findDevelopment(options)
  const client = createClient({ baseUrl: development.url, apiKey: development.apiKey })
  await rejectOwn(client, slug)
  const toolkit = await client.toolkits.get({ params: { slug } })
  const way = chooseWay(toolkit, options.scheme)
  const fields = applicationFields(toolkit, way)
  const scopes = chooseScopes(way, options.scope)
  const redirectUri = `${development.publicUrl}/oauth/callback/app_${slug}`
  const record = { toolkit: slug, auth_scheme: way.mode, redirect_uri: redirectUri, scopes }
  const { file } = development
  if (!options.json)
    console.log(
      instructions(toolkit, way, { place: `in ${file}`, redirect_uri: redirectUri }, scopes),
    )
  if (!options.value && !process.stdin.isTTY) {
    console.log(
      options.json
        ? JSON.stringify(record)
        : toTyped(
            `\nThen run: plugboard toolkits setup ${slug} --managed ${fields.map(({ name }, index) => `--value ${name}=${index === 0 ? '…' : '-'}`).join(' ')}`,
            process.env,
          ),
    )
    return
  }
  const values = await collectValues(fields, options.value ?? [])
  const [id, secret] = fields.map(({ name }) => values[name])
  const before = await readApps(file)
  const app = {
    ...before?.[slug],
    client_id: id,
    client_secret: secret,
    auth_scheme: way.mode,
    ...(scopes.length > 0 && { scopes }),
  }
  await writePrivateJson(file, checkApps({ ...before, [slug]: app }))
  // What cannot be used must not stay in the file.
  const undo = () => writePrivateJson(file, before ?? {})
  const checked = await tryOut(client, toolkit, way).catch(async (error: unknown) => {
    await undo()
    throw error
  })
  if (options.json) return console.log(JSON.stringify({ ...record, ...checked }))
  const { application, message } = checked
  console.log(application === 'accepted' ? message : `Stored, but not verified: ${message}`)
  console.log(`\nConnect an account: plugboard connect ${slug} --user <id>`)
}

const rejectOwn = async (client: Client, slug: string): Promise<void> => {
  const found = (await listEveryAvailable(client, { search: slug })).find(
    (each) => each.slug === slug,
  )
  if (!found)
    throw new CliError(`The catalogue has no toolkit "${slug}"`, {
      suggestedFix: `Managed applications are for toolkits of the catalogue: plugboard toolkits available. For others: plugboard toolkits setup ${slug}`,
    })
  if (found.installed?.managed) return
  throw new CliError(
    found.installed
      ? `The project imported its toolkit "${slug}" itself; managed applications are for that of the catalogue`
      : `The toolkit "${slug}" is not added yet`,
    {
      suggestedFix: `Run: plugboard toolkits add ${slug}${found.installed ? ' --replace' : ''}`,
    },
  )
}

const secretNames = new Set(['client_secret', 'consumer_secret'])

/** Id and secret: the file holds nothing else of an application. */
const applicationFields = ({ slug, name }: Toolkit, way: Way) => {
  const { required, optional } = way.fields.auth_config_creation
  const all = [...required, ...optional]
  const id = all.find((field) => idNames.includes(field.name))
  const secret = all.find((field) => secretNames.has(field.name))
  const others = required.filter(
    (field) => field !== id && field !== secret && field.default === null,
  )
  if (needsApplication(way) && id && secret && others.length === 0)
    return [id, secret].map((field) => ({ ...field, required: true }))
  throw new CliError(
    `${name} (${way.mode}) cannot have a managed application: ${others.length > 0 ? `it needs ${others.map((field) => field.name).join(', ')} as well` : 'it has none with an id and a secret'}`,
    { suggestedFix: `Run: plugboard toolkits setup ${slug}` },
  )
}

const readApps = async (path: string): Promise<OAuthApps | undefined> => {
  try {
    return await readPrivateJson(path, oauthApps)
  } catch (cause) {
    throw new CliError(`${path} does not contain OAuth applications, so it is left as it is`, {
      suggestedFix: 'Correct it, or move it away; the log of the service says what is wrong',
      cause,
    })
  }
}

const checkApps = (apps: unknown): OAuthApps => {
  const parsed = oauthApps.safeParse(apps)
  if (parsed.success) return parsed.data
  throw new CliError('The application cannot be written', {
    suggestedFix: parsed.error.issues
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; '),
  })
}

/** Whether the service uses the application, and the provider knows it. */
const tryOut = async (client: Client, { slug, name }: Toolkit, { mode }: Way) => {
  const { svc_managed_auth_schemes: managed } = await client.toolkits.get({ params: { slug } })
  if (!managed.includes(authScheme.parse(mode)))
    throw new CliError(`The service does not use the application for ${name}`, {
      suggestedFix: `Where accounts name a part of the provider's host, add "hosts" of the provider to an entry of the file by hand, such as ["*.example.com"]; otherwise run plugboard toolkits setup ${slug}`,
    })
  const { items } = await client.authConfigs.list({
    query: { toolkit_slug: [slug], is_svc_managed: true, limit: 100 },
  })
  const present = items.find((item) => item.auth_scheme === mode)?.id
  const id = present ?? (await createManaged(client, slug, mode))
  const { application, message } = await client.authConfigs.check({ params: { nanoid: id } })
  if (application !== 'refused') return { auth_config_id: id, application, message }
  if (present === undefined) await client.authConfigs.delete({ params: { nanoid: id } })
  throw new CliError(message, {
    suggestedFix: 'Nothing was stored. Check the values, then run the command again',
  })
}

const createManaged = async (client: Client, slug: string, mode: string): Promise<string> => {
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug },
      auth_config: { type: 'use_svc_managed_auth', authScheme: authScheme.parse(mode) },
    },
  })
  return auth_config.id
}

import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { watchOAuthApps } from '../../../src/service/auth-configs/read-oauth-apps.ts'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { addToolkit, writeRecipes } from '../../support/own-recipes.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { engine, startService, type StartOptions } from '../../support/start-service.ts'

const publicUrl = 'https://plugboard.example'
const secretOf = (id: string) => `canary-of-${id}-0123456789`

const openFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-apps-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'apps.json')
  return {
    path,
    /** As a program should: the file is there before and after, and whole. */
    replace: async (content: unknown) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
    write: (text: string) => writeFile(path, text),
    remove: () => rm(path),
  }
}

const app = (client_id: string) => ({
  client_id,
  client_secret: secretOf(client_id),
  scopes: ['read'],
})

it('a running service reads the file again, and keeps what it had while the file is broken', async () => {
  verifies('auth-configs.managed.read-again')
  const idp = await startAuthorizationServer({
    clients: ['one', 'two'].map((id) => ({ client_id: id, client_secret: secretOf(id) })),
    redirectUris: [`${publicUrl}/oauth/callback/app_notes`],
  })
  const oauth = { authorization_url: idp.authorizationUrl, token_url: idp.tokenUrl }
  const { folder } = await writeRecipes({ notes: { oauth } })
  const file = await openFile()
  await file.replace({ notes: app('one') })
  const place = await createSharedDatabase()
  const lines: string[] = []
  const options: StartOptions = {
    egressAllow: ['127.0.0.1/32'],
    publicUrl,
    recipeFolder: folder,
    oauthAppsFile: { path: file.path, isOptional: false },
    database: place.database,
    logLevel: 'trace',
    writeLog: { write: (line) => void lines.push(line) },
  }
  const service = await startService(options)
  await addToolkit(service, 'notes')
  // PostgreSQL has several nodes, each with the file. Where another one imports a toolkit, a node
  // may not see it at once.
  const nodes = [service, ...(engine === 'postgres' ? [await startService(options)] : [])]
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' }, auth_config: { type: 'use_svc_managed_auth' } },
  })
  const answers: unknown[] = []
  const headers = { 'x-api-key': service.apiKey }

  /** The applications with which users are sent away, one for each node. */
  const used = () =>
    Promise.all(
      nodes.map(async (node) => {
        const { body } = await node.request('POST', '/api/v3/connected_accounts', {
          headers,
          body: {
            auth_config: { id: auth_config.id },
            connection: {
              user_id: 'ada',
              state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
            },
          },
        })
        answers.push(body)
        return body.redirect_url
          ? new URL(body.redirect_url).searchParams.get('client_id')
          : body.error.message
      }),
    )
  const managed = () =>
    Promise.all(
      nodes.map(async (node) => {
        const { body } = await node.request('GET', '/api/v3/toolkits/notes', { headers })
        return body.svc_managed_auth_schemes
      }),
    )
  const all = <Value>(value: Value) => nodes.map(() => value)
  const problems = () => lines.filter((line) => line.includes('cannot be used: those before stay'))

  expect(await used()).toEqual(all('one'))
  await file.replace({ notes: app('two') })
  expect(await used()).toEqual(all('two'))

  // A whole connection with the secret that is now in the file.
  const account = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
      },
    },
  })
  const back = await idp.authorize(new URL(account.redirect_url ?? ''))
  await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })
  expect(
    await service.client.connectedAccounts.get({ params: { nanoid: account.id } }),
  ).toMatchObject({ status: 'ACTIVE' })
  expect(idp.tokenRequests()).toMatchObject([
    {
      status: 200,
      headers: {
        authorization: `Basic ${Buffer.from(`two:${secretOf('two')}`).toString('base64')}`,
      },
    },
  ])

  for (const [index, broken] of [
    `{"notes": {"client_id": "three", "client_secret": "${secretOf('three')}"`,
    JSON.stringify({ notes: { ...app('three'), scope: secretOf('three') } }),
    JSON.stringify({ notes: { ...app('three'), hosts: [secretOf('three').toUpperCase()] } }),
    `${' '.repeat(1024 * 1024)}{}`,
  ].entries()) {
    await file.write(broken)
    expect(await used()).toEqual(all('two'))
    expect(await used()).toEqual(all('two'))
    // Said once by each node, however often it is used.
    expect(problems()).toHaveLength((index + 1) * nodes.length)
  }
  await file.remove()
  expect(await used()).toEqual(all('two'))
  expect(await managed()).toEqual(all(['OAUTH2']))

  await file.replace({})
  expect(await managed()).toEqual(all([]))
  expect(await used()).toEqual(all(expect.stringContaining('client_id')))
  await file.replace({ notes: app('one') })
  expect(await used()).toEqual(all('one'))

  for (const id of ['one', 'two', 'three'])
    for (const text of [lines.join('\n'), JSON.stringify(answers)])
      expect(text.toLowerCase()).not.toContain(secretOf(id))
})

it('a file that may be missing means no application until it is there', async () => {
  verifies('auth-configs.managed.read-again')
  const oauth = {
    authorization_url: 'https://login.provider.example/authorize',
    token_url: 'https://login.provider.example/token',
  }
  const { folder } = await writeRecipes({ notes: { oauth } })
  const file = await openFile()
  const service = await startService({
    recipeFolder: folder,
    oauthAppsFile: { path: file.path, isOptional: true },
  })
  await addToolkit(service, 'notes')
  const managed = async () =>
    (await service.client.toolkits.get({ params: { slug: 'notes' } })).svc_managed_auth_schemes
  expect(await managed()).toEqual([])
  await file.replace({ notes: app('one') })
  expect(await managed()).toEqual(['OAUTH2'])
  await file.remove()
  expect(await managed()).toEqual([])
})

it('a file that cannot be reached for a while changes nothing', async () => {
  verifies('auth-configs.managed.read-again')
  const file = await openFile()
  await file.replace({ notes: app('one') })
  const lines: unknown[] = []
  const log = { info: () => {}, error: (...line: unknown[]) => void lines.push(line) }
  const apps = watchOAuthApps({ path: file.path, isOptional: true }, log)
  const idOf = async () => {
    await setImmediate()
    return apps()['notes']?.client_id
  }
  expect(await idOf()).toBe('one')
  // A link to itself, which fails for root as well.
  await file.remove()
  await symlink(file.path, file.path)
  expect([await idOf(), await idOf()]).toEqual(['one', 'one'])
  expect(lines).toHaveLength(1)
  await file.replace({ notes: app('two') })
  expect(await idOf()).toBe('two')
})

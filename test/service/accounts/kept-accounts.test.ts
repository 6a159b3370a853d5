import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { oauthToolkit, startTokenProvider } from '../../support/start-token-provider.ts'
import { json } from '../../support/start-upstream.ts'

const tool_slug = 'NOTES_LIST_NOTES'
const boundMs = 1_000

type Connected = { userId: string; account: string; authConfig: string; sessionId: string }

/** What makes an account unusable: each for an account and an auth config of its own. */
const changes: Record<string, (client: Client, of: Connected) => Promise<unknown>> = {
  disabled: ({ connectedAccounts }, { account }) =>
    connectedAccounts.setStatus({ params: { nanoid: account }, body: { enabled: false } }),
  deleted: ({ connectedAccounts }, { account }) =>
    connectedAccounts.delete({ params: { nanoid: account } }),
  'restricted to another tool': ({ authConfigs }, { authConfig }) =>
    authConfigs.update({
      params: { nanoid: authConfig },
      body: {
        type: 'custom',
        tool_access_config: { tools_available_for_execution: ['NOTES_CREATE_NOTE'] },
      },
    }),
  'with a disabled auth config': ({ authConfigs }, { authConfig }) =>
    authConfigs.setStatus({ params: { nanoid: authConfig, status: 'DISABLED' } }),
  'with a deleted auth config': ({ authConfigs }, { authConfig }) =>
    authConfigs.delete({ params: { nanoid: authConfig } }),
}

/** The provider refuses to renew one credential, and renews the other. */
const renewed = ['revoked at the provider', 'rotated'] as const

/** The node that changes accounts, and another one where the database can have two. */
const startNodes = async (egressAllow: string[]) => {
  const { database } = await createSharedDatabase()
  const first = await startService({ database, egressAllow })
  const second = engine === 'postgres' ? await startService({ database, egressAllow }) : first
  return [first, second].map(({ url }) =>
    createClient({ baseUrl: url, apiKey: first.apiKey, retries: 0 }),
  ) as [Client, Client]
}

it('uses no account that was disabled, deleted, restricted, revoked or rotated while calls run', async () => {
  verifies('nodes.accounts')
  const provider = await startTokenProvider()
  const nodes = await startNodes([provider.host])
  const [first] = nodes
  await importToolkit({ client: first }, oauthToolkit(provider))
  const tokens = new Map<string, string>()

  const connect = async (userId: string): Promise<Connected> => {
    const { auth_config } = await first.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: {
          type: 'use_custom_auth',
          credentials: { client_id: 'client', client_secret: 'client-secret-0123' },
        },
      },
    })
    const granted = provider.grant()
    tokens.set(userId, granted.access_token)
    const { id } = await first.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: userId,
          state: { authScheme: 'OAUTH2', val: { ...granted, status: 'ACTIVE' } },
        },
      },
    })
    const { session_id } = await first.sessions.create({ body: { user_id: userId } })
    return { userId, account: id, authConfig: auth_config.id, sessionId: session_id }
  }
  const call = async ({ tools }: Client, { userId }: Connected) =>
    (await tools.execute({ params: { tool_slug }, body: { user_id: userId } })).error
  const callInSession = async ({ sessions }: Client, { sessionId }: Connected) =>
    (await sessions.execute({ params: { session_id: sessionId }, body: { tool_slug } })).error

  const connected = new Map<string, Connected>()
  for (const name of [...Object.keys(changes), ...renewed]) connected.set(name, await connect(name))
  const of = (name: string) => connected.get(name) as Connected

  // Calls that go on all the time, as those that would keep an account in memory.
  const end = new AbortController()
  const callers = [...connected.values()].flatMap((account) =>
    nodes.map(async (node) => {
      const errors: (string | null)[] = [await call(node, account)]
      while (!end.signal.aborted) errors.push(await call(node, account))
      return errors[0]
    }),
  )
  // Once each has been made.
  await expect.poll(() => provider.calls.length).toBeGreaterThan(callers.length)

  for (const [name, change] of Object.entries(changes)) {
    await change(first, of(name))
    expect(await call(first, of(name)), `${name}, at once`).not.toBeNull()
  }
  const refresh = (name: (typeof renewed)[number]) =>
    first.connectedAccounts.refresh({ params: { nanoid: of(name).account }, body: {} })
  provider.behave({
    answerToken: (response) => (json(response, 400, { error: 'invalid_grant' }), true),
  })
  await refresh('revoked at the provider')
  expect(await call(first, of('revoked at the provider'))).not.toBeNull()
  provider.behave({})
  await refresh('rotated')
  expect(provider.exchanged).toHaveLength(1)

  await sleep(boundMs)
  end.abort()
  expect(new Set(await Promise.all(callers))).toEqual(new Set([null]))
  provider.behave({})
  for (const node of nodes) {
    for (const name of [...Object.keys(changes), 'revoked at the provider']) {
      expect(await call(node, of(name)), name).not.toBeNull()
      expect(await callInSession(node, of(name)), name).not.toBeNull()
    }
    expect(await call(node, of('rotated'))).toBeNull()
    expect(await callInSession(node, of('rotated'))).toBeNull()
  }
  expect(provider.calls).toHaveLength(2 * nodes.length)
  for (const token of tokens.values()) expect(provider.calls).not.toContain(token)
})

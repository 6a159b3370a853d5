import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import { expireLeases } from '../../support/expire-leases.ts'
import { findFreePort } from '../../support/find-free-port.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode, type ServiceNode } from '../../support/start-node.ts'
import { startReceiver } from '../../support/start-receiver.ts'
import { createKinds } from './kinds.ts'
import { prepareReplays } from './replays.ts'
import { createSecretKinds } from './secret-kinds.ts'
import { sourceTriggers, startSource } from './source.ts'

const authority = fileURLToPath(
  new URL('../../support/certificates/authority.pem', import.meta.url),
)

/**
 * A service in a process of its own that can be killed, with a third party, a receiver of webhooks,
 * and a trigger of each kind.
 */
/** `replays`: so many deliveries are there to be replayed. */
export const startWorld = async ({ replays }: { replays: number }) => {
  const source = await startSource()
  let takesReplays = false
  const receiver = await startReceiver(({ path }) => ({
    status: path === '/replays' && !takesReplays ? 410 : 204,
  }))
  const shared = await createSharedDatabase()
  const { database } = shared
  const port = await findFreePort()
  const start = (): Promise<ServiceNode> =>
    startNode({
      ...('url' in database ? { DATABASE_URL: database.url } : { PLUGBOARD_DATA: database.folder }),
      PLUGBOARD_PORT: String(port),
      PLUGBOARD_EGRESS_ALLOW: `${source.host},${receiver.host}`,
      PLUGBOARD_EXTRA_CA: authority,
    })

  const node = await start()
  await expect.poll(node.stdout).toMatch(/pbk_[^]*pbo_|pbo_[^]*pbk_/)
  const key = (prefix: string) => new RegExp(`${prefix}_\\w+`).exec(node.stdout())?.[0] ?? ''
  const apiKey = key('pbk')
  const client: Client = createClient({
    baseUrl: node.url,
    apiKey,
    orgApiKey: key('pbo'),
    retries: 0,
  })
  await importToolkit(
    { client },
    { slug: 'ledger', source: { openapi: source.document }, triggers: sourceTriggers },
  )
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: 'ledger' } } })
  const account = await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  })
  const subscription = await client.webhookSubscriptions.create({
    body: { webhook_url: `${receiver.url}/events`, enabled_events: ['svc.trigger.message'] },
  })
  const server = await client.mcp.create({
    body: { name: 'Ledger', auth_config_ids: [auth_config.id] },
  })
  const { session_id: session } = await client.sessions.create({
    body: { user_id: 'ada', approvals: { tags: ['destructiveHint'] } },
  })
  // The ones that events are counted of.
  const [polled, pushed] = await Promise.all(
    ['LEDGER_ADDED', 'LEDGER_TOLD'].map((slug) =>
      client.triggerInstances.upsert({
        params: { slug },
        body: {
          connected_account_id: account.id,
          trigger_config: slug === 'LEDGER_ADDED' ? { include_existing: true } : {},
        },
      }),
    ),
  )
  await expect.poll(() => source.hooks.size, { timeout: 60_000 }).toBe(1)
  const kinds = {
    ...createKinds({
      client,
      shared,
      authConfig: auth_config.id,
      account: account.id,
      server: server.id,
      session,
      receiver: receiver.url,
      source,
    }),
    ...createSecretKinds({ client, url: node.url, session, receiver: receiver.url }),
    'delivery replay': await prepareReplays({
      client,
      authConfig: auth_config.id,
      receiver: receiver.url,
      count: replays,
      open: () => void (takesReplays = true),
    }),
  }
  return {
    node,
    client,
    start,
    endLeases: () => expireLeases(shared),
    apiKey,
    shared,
    source,
    receiver,
    subscription,
    kinds,
    triggers: { polled: polled?.trigger_id, pushed: pushed?.trigger_id },
  }
}

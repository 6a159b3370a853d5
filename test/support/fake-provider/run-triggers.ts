import { setTimeout as wait } from 'node:timers/promises'
import type { ImportTrigger } from '../../../src/contract/import-triggers.ts'
import { generateArguments } from '../generate-arguments.ts'
import { startReceiver, type Received } from '../start-receiver.ts'
import type { TestService } from '../start-service.ts'
import { madeSecret } from './hooks.ts'
import type { FakeProvider } from './index.ts'
import { placeholdersIn } from './templates.ts'
import { isObject, put, type Json } from './values.ts'

/** What became of one trigger type: how it was set up, what it fired, and what went wrong. */
export type TriggerRun = {
  slug: string
  setUp: 'registered' | 'manual' | 'polled'
  fired: number
  renewed: boolean | undefined
  problems: string[]
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

type Parts = {
  service: TestService
  provider: FakeProvider
  receiver: Receiver
  account: string
  authConfig: string
  /** Moves the clock of the service. */
  advance(milliseconds: number): void
}

/** For `runTriggers`: where the events of a run are delivered to. */
export const startEventReceiver = (): Promise<Receiver> => startReceiver(() => ({ status: 204 }))

/**
 * Sets up each trigger type of a recipe and lets its provider send: what must fire arrives at a
 * webhook subscription once, and nothing else does.
 */
export const runTriggers = async (parts: Parts): Promise<TriggerRun[]> => {
  const { service, provider, receiver } = parts
  const { triggers } = provider.recipe
  if (triggers.length === 0) return []
  await service.client.webhookSubscriptions.create({
    body: { webhook_url: receiver.url, enabled_events: ['svc.trigger.message'], version: 'V3' },
  })
  const runs: TriggerRun[] = []
  for (const trigger of triggers) runs.push(await runTrigger(parts, trigger))
  return runs
}

const runTrigger = async (parts: Parts, trigger: ImportTrigger): Promise<TriggerRun> => {
  const { service, provider } = parts
  const { slug } = trigger
  const values = await valuesFor(parts, trigger)
  if (trigger.type === 'poll') provider.polls.open(slug, values.config)
  else provider.hooks.open(slug, values)
  const { trigger_id: id } = await service.client.triggerInstances.upsert({
    params: { slug },
    body: { connected_account_id: parts.account, trigger_config: values.config },
  })
  const run: TriggerRun = {
    slug,
    setUp: 'polled',
    fired: 0,
    renewed: undefined,
    problems: [],
  }
  if (trigger.type === 'poll') await runPoll(parts, trigger, run, id)
  else await runHook(parts, trigger, run, id)
  run.problems.push(...provider.hooks.problems.splice(0))
  await service.client.triggerInstances.delete({ params: { id } })
  if (trigger.type === 'webhook' && trigger.webhook.unregister) {
    const isRemoved = await until(() => !provider.hooks.isRegistered(slug))
    if (!isRemoved) run.problems.push('the registration was not removed with the instance')
  }
  return run
}

const runPoll = async (
  parts: Parts,
  { slug }: ImportTrigger,
  run: TriggerRun,
  id: string,
): Promise<void> => {
  const { polls } = parts.provider
  const { service } = parts
  if (!(await until(async () => Object.keys((await show(service, id)).state).length > 0)))
    return void run.problems.push('the source was not read')
  const expected = polls.add(slug)
  const isComplete = await until(() => firedBy(parts, id).length >= expected.length)
  const counted = polls.count(slug)
  // Once more, so that what fired could fire again.
  await until(() => polls.count(slug) > counted + 1)
  compare(run, parts, id, expected)
  if (!isComplete) run.problems.push(`state: ${JSON.stringify((await show(service, id)).state)}`)
}

const runHook = async (
  parts: Parts,
  { slug, webhook }: Extract<ImportTrigger, { type: 'webhook' }>,
  run: TriggerRun,
  id: string,
): Promise<void> => {
  const { hooks } = parts.provider
  const { register, signature, accepted } = webhook
  const state = async () => JSON.parse((await show(parts.service, id)).trigger_data ?? '{}') as Json
  run.setUp = register ? 'registered' : 'manual'
  if (!register) await hooks.enter(slug, String((await state())['hook_url']))
  const isSetUp = await until(async () => (await state())['status'] === run.setUp)
  if (!isSetUp) return void run.problems.push(`not set up: ${JSON.stringify(await state())}`)

  const status = accepted?.status ?? 200
  const expect = (what: string, sent: { status: number; text: string }, wanted: number) => {
    if (sent.status !== wanted)
      run.problems.push(`${what}: ${sent.status} in place of ${wanted}: ${sent.text}`)
  }
  const first = await hooks.send(slug, 1)
  expect('a valid event', first, status)
  if (accepted && first.text !== accepted.text) run.problems.push(`answered ${first.text}`)
  expect('the same event again', await hooks.repeat(slug), status)
  if (signature) {
    expect('an altered event', await hooks.send(slug, 2, 'altered'), 401)
    expect('an event without a signature', await hooks.send(slug, 3, 'unsigned'), 401)
    if ('timestamp' in signature || signature.kind === 'jwt')
      expect('an old event', await hooks.send(slug, 4, 'old'), 401)
  }
  if (register?.lifetime) run.renewed = await renews(parts, state)
  if (run.renewed === false)
    run.problems.push(`the registration was not renewed: ${JSON.stringify(await state())}`)
  const last = await hooks.send(slug, 5)
  expect('a later event', last, status)
  const expected = [...first.payloads, ...last.payloads]
  await until(() => firedBy(parts, id).length >= expected.length)
  compare(run, parts, id, expected)
}

/** Sets the clock to the time of the renewal. */
const renews = async (
  { provider, advance }: Parts,
  state: () => Promise<Json>,
): Promise<boolean> => {
  const { renew_at: at } = await state()
  advance(Date.parse(String(at)) - provider.now().getTime() + 1_000)
  return until(async () => (await state())['renew_at'] !== at)
}

const compare = (run: TriggerRun, parts: Parts, id: string, expected: unknown[]): void => {
  const fired = firedBy(parts, id)
  run.fired = fired.length
  const [made, wanted] = [fired, expected].map((list) => list.map(sorted).toSorted())
  if (JSON.stringify(made) !== JSON.stringify(wanted))
    run.problems.push(`fired ${JSON.stringify(made)} in place of ${JSON.stringify(wanted)}`)
}

/** Deliveries are repeated where an answer was lost, so they are counted by their id. */
const firedBy = ({ receiver }: Parts, instance: string): unknown[] =>
  [
    ...new Map(
      receiver.received
        .map((each) => [each.id, readEvent(each)] as const)
        .filter(([, { trigger }]) => trigger === instance),
    ).values(),
  ].map(({ data }) => data)

const readEvent = ({ body }: Received): { trigger: unknown; data: unknown } => {
  const event = JSON.parse(body) as { metadata?: Json; data?: unknown }
  return { trigger: event.metadata?.['trigger_id'], data: event.data }
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(byName)) : inner,
  )

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

const show = async ({ client }: TestService, id: string) => {
  const { items } = await client.triggerInstances.listActive({
    query: { trigger_ids: [id], show_disabled: true },
  })
  if (!items[0]) throw new Error(`There is no instance ${id}`)
  return items[0]
}

type Values = { config: Json; account: Json; auth_config: Json }

/** What a trigger type reads of its configuration, its account and its auth config. */
const valuesFor = async (
  { service, provider, authConfig }: Parts,
  trigger: ImportTrigger,
): Promise<Values> => {
  const config = configFor(trigger)
  const values: Values = {
    config,
    account: { ...provider.accountValues(), ...provider.keptValues() },
    auth_config: { ...provider.client },
  }
  const secret = trigger.type === 'webhook' ? trigger.webhook.secret : undefined
  if (trigger.type === 'poll' || !secret) return values
  const made = madeSecret(trigger.webhook, provider.keys.of(trigger.slug)?.publicKey)
  if (secret.from === 'config') put(config, secret.path, made)
  if (secret.from === 'auth_config' && !(secret.path in values.auth_config)) {
    const shared: Json = {}
    put(shared, secret.path, made)
    Object.assign(values.auth_config, shared)
    await service.client.authConfigs.update({
      params: { nanoid: authConfig },
      body: { type: 'custom', shared_credentials: shared },
    })
  }
  return values
}

/** What the configuration must have, and what requests and signatures refer to. */
const configFor = (trigger: ImportTrigger): Json => {
  const schema = trigger.config
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const named = placeholdersIn(trigger.type === 'poll' ? trigger.poll : trigger.webhook)
    .filter((name) => name.startsWith('config.'))
    .map((name) => name.split('.')[1] ?? '')
    .filter((name) => name in properties)
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const generated = generateArguments(
    { ...schema, required: [...new Set([...required, ...named])] },
    { optional: false },
  )
  if ('reason' in generated)
    throw new Error(`No configuration for ${trigger.slug}: ${generated.reason}`)
  return generated.arguments
}

/** Long, since only what never comes takes all of it. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<boolean> => {
  for (let waited = 0; waited < 120_000; waited += 25) {
    if (await holds()) return true
    await wait(25)
  }
  return false
}

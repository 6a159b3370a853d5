import { secretsIn } from './isolation-model-canaries.ts'
import type { Dump } from './isolation-model-dump.ts'
import { streamedData } from '../../../src/contract/event-stream.ts'
import { homeOf, toInput, weightOf } from './isolation-model-requests.ts'
import type { ModelService } from './isolation-model-service.ts'
import { ownSecret, visit } from './isolation-model-visits.ts'
import {
  createWorld,
  leaksIn,
  maySee,
  namesIn,
  type Party,
  type World,
} from './isolation-model-world.ts'
import { listedStatuses, operations, type Operation } from './operations.ts'
import { sendOperation, type Input, type Sent } from './send-operation.ts'

type ModelRun = { world: World; succeeded: Set<string> }

type Step = {
  caller: Party
  operation: Operation
  input: Input
  idempotencyKey?: string | undefined
  asUser?: boolean
}
type State = { model: ModelService; world: World; run: ModelRun; earlier: Step[]; where: string }

/** The answers that are meant to show a new key or signing secret. */
const showsSecret = new Set([
  'connectTokens.create',
  'mcp.createInstance',
  'projects.create',
  'projects.regenerateApiKey',
  'sessions.createApprovalTicket',
  'sessions.createMcpKey',
  'webhookSubscriptions.create',
  'webhookSubscriptions.rotateSecret',
])

/**
 * The answers that hold what a third party said; the one of the model repeats the credential it was
 * sent.
 */
const passesOn = new Set([
  'sessions.execute',
  'sessions.executeMeta',
  'sessions.proxyExecute',
  'sessions.result',
  'tools.execute',
  'tools.proxy',
])

/**
 * Two organizations with projects that do whatever the contract offers; throws at the first answer
 * that shows what is another's.
 */
export const runModel = async (
  model: ModelService,
  { seed, steps }: { seed: number; steps: number },
): Promise<ModelRun> => {
  const world = createWorld(createRandom(seed))
  const run: ModelRun = { world, succeeded: new Set() }
  const state: State = { model, world, run, earlier: [], where: `seed ${seed}, set-up` }
  for (const _ of [1, 2]) {
    const organization = world.addParty(null)
    Object.assign(organization, await model.addOrganization(world.name(organization)))
    world.own(organization, `${organization.id} ${organization.key}`)
    await addProject(state, organization)
    await addProject(state, organization)
  }
  for (let step = 1; step <= steps; step += 1) {
    state.where = `seed ${seed}, step ${step}`
    if (world.random() < 0.02) await look(state)
    else await take(state, nextStep(state))
  }
  return run
}

const look = async ({ model, world, run, where }: State): Promise<void> => {
  const { operation, succeeded, problems } = await visit(world, model.service.url)
  if (problems.length > 0) throw new Error(`${where}: ${problems.join('; ')}`)
  if (succeeded) run.succeeded.add(operation)
}

const nextStep = (state: State): Step => {
  const { world, earlier } = state
  const isOwner = world.random() < 0.04
  const caller = (
    isOwner
      ? world.choose(world.parties.filter(({ organization }) => organization === null))
      : world.choose(world.projects())
  ) as Party
  const again = !isOwner && world.random() < 0.05 ? world.choose(earlier) : undefined
  if (again) return { ...again, caller }
  const operation = chooseOperation(
    world,
    ({ endpoint }) => !isOwner || endpoint.auth === 'owner' || endpoint.auth === 'organization',
  )
  const input = toInput(
    world,
    caller,
    operation,
    state.model.upstream.url,
    world.random() < 0.55 ? 0.02 : 0.5,
  )
  const idempotencyKey =
    operation.endpoint.idempotencyKey && world.random() < 0.3
      ? `key-${Math.floor(world.random() * 1e9)}`
      : undefined
  const step: Step = { caller, operation, input, idempotencyKey, asUser: world.random() < 0.2 }
  // What names a project's own address at the third party would bring others its words.
  const isRepeatable =
    idempotencyKey !== undefined &&
    !isOwner &&
    !JSON.stringify(input).includes(state.model.upstream.url)
  if (isRepeatable) earlier.push(step)
  if (earlier.length > 20) earlier.shift()
  return step
}

const chooseOperation = (world: World, isFitting: (operation: Operation) => boolean): Operation => {
  const fitting = operations.filter(isFitting)
  let rest = world.random() * fitting.reduce((sum, operation) => sum + weightOf(operation), 0)
  return fitting.find((operation) => (rest -= weightOf(operation)) < 0) ?? (fitting[0] as Operation)
}

/** Sends it, holds the answer against the model, and learns from it. */
const take = async (state: State, step: Step): Promise<Sent> => {
  const { model, world } = state
  const { caller, operation, input, idempotencyKey, asUser } = step
  const isOwner = caller.organization === null
  if (isOwner && operation.name === 'projects.create' && world.projects().length > 8)
    return take(state, { ...step, operation: named('projects.list') })
  if (isOwner && operation.name === 'projects.create')
    input.body = { name: `${world.name(caller)} project`, should_create_api_key: true }
  // The owner's key is sent as such, also where a project's would do.
  const sentAs: Operation = isOwner
    ? { ...operation, endpoint: { ...operation.endpoint, auth: 'organization' } }
    : operation
  const sent = await sendOperation(
    {
      url: model.service.url,
      apiKey: caller.key,
      orgApiKey: caller.key,
      asUser: asUser ? caller.userKey : undefined,
      connectToken: world.pick('connectToken', caller, 0),
    },
    sentAs,
    input,
    idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  )
  const spoken = namesIn(
    `${decodeURIComponent(sent.request.split(' ')[1] ?? '')} ${JSON.stringify(input)}`,
  )
  const problems = problemsOf(world, step, sent, spoken)
  if (problems.length > 0) {
    const request = `${sent.request}${idempotencyKey ? ` (Idempotency-Key ${idempotencyKey})` : ''}`
    const [leak = ''] = leaksIn(world, caller, sent.text, spoken)
    throw new Error(
      `${state.where}, ${operation.name} as ${caller.tag}: ${problems.join('; ')}\n${request}\n-> ${sent.status} ${excerptOf(sent.text, leak)}\n${errorsIn(model, sent)}`,
    )
  }
  if (sent.status === 400 || sent.status === 404) forget(world, caller, sent)
  if (sent.status < 300) await learn(state, step, sent, spoken)
  // The third party may not be reached, which is logged with what was sent.
  else if (passesOn.has(operation.name)) for (const name of spoken) caller.said.add(name)
  return sent
}

/** A long answer from before the name on, which is what one looks for in it. */
const excerptOf = (text: string, name: string): string => {
  const start = Math.max(0, text.indexOf(name) - 2500)
  return `${start > 0 ? '…' : ''}${text.slice(start, start + 5000)}`
}

/** What the service's log says went wrong with the request. */
const errorsIn = ({ lines }: ModelService, { text }: Sent): string => {
  const [id] = /req_\w+/.exec(text) ?? []
  return lines
    .filter((line) => id !== undefined && line.includes(id) && line.includes('"err":'))
    .join('\n')
}

/** What is gone is asked for again now and then, not all the time. */
const forget = (world: World, caller: Party, { text }: Sent): void => {
  const { error } = JSON.parse(text) as { error: { message: string } }
  const [, name] = /^No [a-z ]+ "([\w-]+)"/i.exec(error.message) ?? []
  if (name !== undefined && world.random() < 0.7) world.forget(caller, name)
}

const problemsOf = (
  world: World,
  { caller, operation }: Step,
  { status, text, isReplayed }: Sent,
  spoken: ReadonlySet<string>,
): string[] => [
  ...([...listedStatuses(operation), 404, 401].includes(status) && status !== 500
    ? []
    : [`status ${status} is not listed`]),
  ...(operation.name === 'description.openapi'
    ? []
    : leaksIn(world, caller, text, spoken).map(
        (name) => `shows ${name} of ${world.ownerOf(name)?.tag}`,
      )),
  ...secretsIn(text)
    .filter((secret) => !isShown(world, caller, operation, secret, isReplayed))
    .map((secret) => `shows the secret ${secret}`),
]

/** Whose answers have the addresses of approvals. */
const approvalLists = new Set(['approvals.list', 'sessions.approvals'])

const isShown = (
  world: World,
  caller: Party,
  { name }: Operation,
  secret: string,
  isReplayed: boolean,
): boolean => {
  // An answer that is given again is as it was, though the project has its secrets masked since.
  if (secret.startsWith('zqks'))
    return (
      (name.startsWith('connectedAccounts.') && (!caller.isMasked || isReplayed)) ||
      (passesOn.has(name) && ownSecret(caller, secret))
    )
  if (secret.startsWith('al_'))
    return approvalLists.has(name) && maySee(caller, world.ownerOf(secret) ?? caller)
  // Whose link it is has been looked at as with any id; the answers of executions offer it too.
  return secret.startsWith('lk_')
    ? !name.startsWith('logs.')
    : showsSecret.has(name) && maySee(caller, world.ownerOf(secret) ?? caller)
}

const learn = async (
  state: State,
  { caller, operation, input }: Step,
  { text }: Sent,
  spoken: Set<string>,
): Promise<void> => {
  const { world, run } = state
  run.succeeded.add(operation.name)
  if (operation.endpoint.auth === 'public' || streamedData(operation.endpoint.responses[200]))
    return
  for (const name of spoken) caller.said.add(name)
  const body = JSON.parse(text) as Record<string, unknown>
  const target = world.parties.find(({ id }) => id === input.params['nano_id'])
  if (operation.name === 'projects.create' && caller.organization === null)
    return adoptProject(state, caller, body)
  if (operation.name === 'projects.regenerateApiKey' && target)
    Object.assign(target, { key: (body['api_key'] as { key: string }).key })
  if (operation.name === 'projects.delete' && target) {
    target.isDeleted = true
    if (target.organization) return void (await addProject(state, target.organization))
  }
  if (caller.organization === null) return
  const fresh = text.replaceAll(/[\w-]+/g, (word) => (spoken.has(word) ? '' : word))
  world.own(caller, fresh)
  for (const [id = '', prefix = ''] of fresh.matchAll(/\b([a-z]+)_[0-9A-Za-z]{17,32}\b/g))
    if (world.ownerOf(id) === caller) world.keep(prefix, caller, id)
  for (const [, token = ''] of fresh.matchAll(/\/files\/([0-9A-Za-z]+)/g))
    world.keep('files', caller, token)
  for (const [token] of fresh.matchAll(/\blk_[0-9A-Za-z]{20,}/g))
    if (world.ownerOf(token) === caller) world.keep('connect', caller, token)
  if (operation.name === 'connectTokens.create')
    world.keep('connectToken', caller, String(body['token']))
  for (const [token] of fresh.matchAll(/\bal_[0-9A-Za-z]{20,}/g))
    if (world.ownerOf(token) === caller) world.keep('approve', caller, token)
  const session = input.params['session_id']
  for (const [id] of fresh.matchAll(/\b(?:apr|mk|res)_[0-9A-Za-z]{17,32}\b/g))
    if (typeof session === 'string') world.keep(homeOf(id), caller, session)
  if (operation.name === 'connectedAccounts.create') world.keep('connected', caller, userIn(input))
  if (operation.name === 'sessions.create')
    world.keep('sessionUser', caller, String((input.body as { user_id?: unknown }).user_id))
  if (operation.name === 'mcp.createInstance')
    world.keep(homeOf(String(body['instance_id'])), caller, String(body['mcp_server_id']))
  for (const [, uuid = ''] of fresh.matchAll(/"(?:uuid|authConfigUuid)":"([0-9a-f-]{36})"/g))
    world.keep('uuid', caller, uuid)
  if (typeof body['next_cursor'] === 'string') world.keep('cursor', caller, body['next_cursor'])
  if (operation.name === 'mcp.create' || operation.name === 'mcp.createCustom')
    world.keep('mcpServer', caller, String(body['id']))
  if (operation.name === 'projects.updateConfig' || operation.name === 'projects.getConfig')
    caller.isMasked = body['mask_secret_keys_in_connected_account'] === true
  if (operation.name === 'toolkits.import') await finishImport(state, caller, String(body['id']))
}

const userIn = ({ body }: Input): string =>
  (body as { connection?: { user_id?: string } }).connection?.user_id ?? 'default'

const finishImport = async (state: State, caller: Party, id: string): Promise<void> => {
  const step = {
    caller,
    operation: named('toolkits.getImport'),
    input: { params: { id }, query: {}, body: undefined },
  }
  for (;;) {
    const { slug, status, report } = JSON.parse((await take(state, step)).text) as {
      slug: string
      status: string
      report: { tools: string[] } | null
    }
    if (status === 'queued' || status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 10))
      continue
    }
    if (status === 'succeeded') {
      state.world.keep('toolkit', caller, slug)
      state.world.keep('triggerType', caller, `${slug.toUpperCase()}_NOTE_MADE`)
      for (const tool of report?.tools ?? []) state.world.keep('tool', caller, tool)
    }
    return
  }
}

const addProject = async (state: State, organization: Party): Promise<void> => {
  await take(state, {
    caller: organization,
    operation: named('projects.create'),
    input: { params: {}, query: {}, body: {} },
  })
}

/** A new project with a little of everything in it, made of its own names only. */
const adoptProject = async (
  state: State,
  organization: Party,
  made: Record<string, unknown>,
): Promise<void> => {
  const { world, model } = state
  const party = world.addParty(organization)
  const id = String(made['id'])
  Object.assign(party, {
    id,
    key: String(made['api_key']),
    userKey: await model.addUserKey(organization.id, id),
  })
  world.own(party, `${party.id} ${party.key} ${party.userKey}`)
  world.keep('pr', party, party.id)
  for (const user of ['ada', 'bob']) world.keep('user', party, `${world.name(party)}-${user}`)
  for (const name of setUp)
    await take(state, {
      caller: party,
      operation: named(name),
      input: toInput(world, party, named(name), model.upstream.url, 0),
    })
  for (let number = 0; number < 3; number += 1) await model.addEvent(party.id, world.name(party))
  const subscription = world.pick('ws', party, 0)
  if (subscription) {
    const delivery = await model.addDelivery(party.id, subscription, `${world.name(party)} refused`)
    world.own(party, delivery)
    world.keep('wd', party, delivery)
  }
}

const setUp = [
  'toolkits.import',
  'authConfigs.create',
  'authConfigs.create',
  'connectedAccounts.create',
  'connectedAccounts.create',
  'sessions.create',
  'sessions.create',
  'sessions.execute',
  'sessions.execute',
  'triggerInstances.upsert',
  'webhookSubscriptions.create',
  'mcp.create',
  'mcp.createInstance',
]

const named = (name: string): Operation => {
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation) throw new Error(`No operation ${name}`)
  return operation
}

/**
 * Credentials that were sent to another party, except those it gave itself: it may have repeated a
 * request that names them.
 */
export const problemsInSent = (world: World, { strayCredentials }: ModelService): string[] =>
  strayCredentials.flatMap(({ tag, secret, request }) =>
    world.parties.some((party) => party.tag === tag && party.said.has(secret)) ? [] : [request],
  )

/** Rows of a project that hold what is another's, and whatever holds a secret in clear. */
export const problemsInDump = (world: World, { rows, files }: Dump): string[] => [
  ...rows.flatMap(({ table, columns, text }) => {
    const party = world.parties.find(
      ({ id }) =>
        id !== '' &&
        (id === columns['project_id'] || (table === 'events' && id === columns['scope'])),
    )
    const leaks = party ? leaksIn(world, party, text, new Set()) : []
    return [
      ...leaks.map(
        (name) =>
          `${table} of ${party?.tag} holds ${name} of ${world.ownerOf(name)?.tag}: ${text.slice(0, 500)}`,
      ),
      ...secretsIn(text).map((secret) => `${table} holds the secret ${secret}`),
    ]
  }),
  ...files.flatMap(({ name, bytes }) =>
    secretsIn(bytes).map((secret) => `the file ${name} holds the secret ${secret}`),
  ),
]

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

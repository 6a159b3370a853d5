import type { ServerResponse } from 'node:http'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { json, startUpstream, type ReceivedRequest, type Upstream } from '../start-upstream.ts'
import { credentialOf } from './credential.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { localize, toPathPattern } from './localize.ts'
import { createPolls, type Polls } from './polls.ts'
import { failureResponse, successResponse, page, pageOf, rateLimitResponse } from './rules.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'
import { contentOf } from './templates.ts'
import { application, createTokens } from './tokens.ts'
import { answer, put, satisfy, valueFor, type Answer, type Json } from './values.ts'

export { application } from './tokens.ts'

export type FakeProvider = {
  /** The recipe with the addresses of this provider in the place of the real ones. */
  recipe: Recipe
  upstream: Upstream
  /** Requests to the API itself, without tokens, verification and look-ups. */
  calls: ReceivedRequest[]
  /** What the operator and a user enter. */
  client: typeof application
  accountValues(): Record<string, string>
  /** Values that the account keeps of the answers of the authorization server. */
  keptValues(): Record<string, string>
  /** Follows the address that a user is sent to; gives the one that the user comes back with. */
  authorize(url: string): Promise<string>
  /** The next call of the API is answered so; then all goes on as before. */
  next(kind: 'rate' | 'failure' | 'reconnect' | 'refused'): void
  /** Beginnings that rules can name the operation by that is called next; none: every rule applies. */
  operation: string[]
  /** Registrations of pushed trigger types, and their events; the sources of polled ones. */
  hooks: Hooks
  polls: Polls
  keys: SigningKeys
  now(): Date
  /** Refuses all access tokens given so far. */
  expireTokens(): void
  revoked(): string[]
  /** From then on requests of the look-ups and the verification are ordinary calls. */
  isConnected: boolean
  /** The choices that a look-up answers; default one. */
  choices: number
}

const identity = {
  id: 'user-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  login: 'ada',
  workspace: 'Analytical Engines',
  url: 'https://example.com/ada',
}

type Options = {
  way?: number
  keep?: boolean
  /** That of the service, which renews registrations by it. */
  now?: () => Date
}

/**
 * A provider made of a recipe alone, on loopback: its authorization server, API, pages, refusals,
 * failures, registrations and events are what the recipe says of them.
 *
 * What a recipe must have, so that all of it can be tried:
 * - a way to authenticate whose fields have a `default`, `one_of`, `pattern` or `starts_with` where
 *   not any text will do;
 * - a tool that only reads (`readOnlyHint`), by `declare` or in the description that the run is given;
 * - for pages, a rule in `answers.paging` that applies to this tool;
 * - for trigger types, a `config` schema that lists its `properties`: a value is made for each one
 *   that is required or that a request, condition or signature refers to;
 * - for keys of the provider, `key`, `jwks` or `certificate` of the signature: they are replaced by
 *   keys of this provider.
 *
 * Every other fact of the recipe is taken as it is. Polled types are polled once a second.
 */
export const startFakeProvider = async (
  given: Recipe,
  { way: index = 0, keep = false, now = () => new Date() }: Options = {},
): Promise<FakeProvider> => {
  const queue: ('rate' | 'failure' | 'reconnect' | 'refused')[] = []
  const calls: ReceivedRequest[] = []
  const state: { choices: number; operation: string[]; isConnected: boolean } = {
    choices: 1,
    operation: [],
    isConnected: false,
  }
  const upstream = await startUpstream((request, response) => handle(request, response), { keep })
  const keys = await createSigningKeys(localize(given, upstream.url))
  const { recipe } = keys
  const hooks = createHooks(recipe, keys, now)
  const polls = createPolls(recipe)
  const way = recipe.auth[index]
  const oauth = way?.oauth ?? {}
  // An account's own address of the API is this provider, too.
  const keptValue = (path: string, field: string): string =>
    recipe.description.base_url?.startsWith(`{${field}}`)
      ? upstream.url
      : `kept-${path.replaceAll('.', '-')}`
  const tokens = createTokens(oauth, Date.now, keptValue)
  const values = Object.fromEntries(
    (way?.fields ?? [])
      .filter(
        ({ name, required = true }) =>
          required || !recipe.account.look_ups.some(({ set }) => Object.hasOwn(set, name)),
      )
      .map((field) => [field.name, valueFor(field)]),
  )
  const credential = credentialOf(recipe, way, values)
  const { failures } = recipe.answers
  const applies = ({ applies_to: names }: { applies_to?: string[] | undefined }): boolean =>
    names === undefined ||
    state.operation.length === 0 ||
    names.some((each) => state.operation.some((name) => name.startsWith(each)))
  const at = (address: string | undefined): RegExp | undefined =>
    address === undefined ? undefined : toPathPattern(address)
  const places = {
    authorize: at(oauth.authorization_url),
    token: at(oauth.token_url),
    refresh: at(oauth.refresh_url),
    revoke: at(oauth.revocation_url),
  }
  const verification = recipe.account.verification
  const handedOut: string[] = []

  const isAuthorized = (request: ReceivedRequest): boolean =>
    way === undefined || way.scheme === 'NO_AUTH'
      ? true
      : way.oauth
        ? tokens.tokens().some((token) => tokens.isValid(token) && credential.isIn(request, token))
        : credential.isIn(request)

  const handle = async (request: ReceivedRequest, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url, upstream.url)
    const is = (pattern: RegExp | undefined) => pattern?.test(url.pathname) === true
    if (is(places.authorize)) {
      const back = tokens.agree(url.searchParams)
      if (back === undefined) return json(response, 400, { error: 'invalid_request' })
      return void response.writeHead(302, { location: back }).end()
    }
    if (is(places.token) || is(places.refresh)) {
      const { status, body } = tokens.exchange(request)
      return json(response, status, body)
    }
    if (is(places.revoke)) {
      tokens.revoke(request)
      return json(response, 200, {})
    }
    if (!isAuthorized(request)) return send(response, refusal())
    const lookUp = state.isConnected
      ? undefined
      : recipe.account.look_ups.find((each) => isAt(url, each.request.path))
    if (lookUp) return send(response, choicesOf(lookUp))
    if (verification && isAt(url, verification.request.path) && !state.isConnected)
      return send(response, successResponse(recipe.answers, identityOf(verification.identity)))
    const registered = (await hooks.answer(request)) ?? polls.answer(request, url)
    if (registered) return send(response, registered)
    calls.push(request)
    return send(response, inEnvelope(callAnswer(request, url)))
  }

  /** A GraphQL API answers below `data`. */
  const inEnvelope = (made: Answer): Answer =>
    recipe.description.kind === 'graphql' && made.status === 200 && !('errors' in made.body)
      ? { ...made, body: { data: made.body } }
      : made

  /** A path below any base URL, or an absolute address. */
  const isAt = (url: URL, path: string): boolean => {
    const pattern = toPathPattern(path)
    return path.startsWith('/')
      ? new RegExp(pattern.source.replace(/^\^/, '')).test(url.pathname)
      : pattern.test(url.pathname)
  }

  const refusal = (): Answer => {
    const made = answer()
    made.status = 401
    const rule = failures.find(({ reconnect }) => reconnect !== false)
    if (rule) return failureResponse(rule, true)
    for (const condition of verification?.refused ?? []) satisfy(made, condition)
    return made
  }

  const callAnswer = (request: ReceivedRequest, url: URL): Answer => {
    const kind = queue.shift()
    if (kind === 'rate') return rateLimitResponse(recipe.answers, new Date())
    if (kind === 'refused') return { status: 401, headers: {}, body: { message: 'Unauthorized' } }
    const rule = kind === undefined ? undefined : failures.filter(applies).find(fits(kind))
    if (kind !== undefined && rule) return failureResponse(rule, kind === 'reconnect')
    const pages = recipe.answers.paging.find(applies)
    if (!pages) return successResponse(recipe.answers, { id: 'thing-1', items: [{ id: 'item-1' }] })
    const query = new URLSearchParams(url.search)
    // Rules name an argument: `page_after` is sent as `page[after]`.
    for (const [name, value] of url.searchParams)
      query.set(name.replaceAll(/\W+/g, '_').replace(/_$/, ''), value)
    for (const [name, value] of Object.entries(contentOf(request) as Json))
      if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
    const number = pageOf(pages, query, handedOut)
    const made = page(recipe.answers, pages, number, (next) => {
      const address = new URL(url)
      address.searchParams.set('fake_page', String(next))
      return address.href
    })
    for (const item of [0, 1]) handedOut.push(`item-${number * 2 + item}`)
    return made
  }

  const choicesOf = ({
    items,
    set,
    label,
    where,
  }: Recipe['account']['look_ups'][number]): Answer => {
    const choices = Array.from({ length: state.choices }, (_, number) => {
      const choice: Json = {}
      for (const path of Object.values(set)) put(choice, path, `choice-${number + 1}`)
      if (label !== undefined) put(choice, label, `Choice ${number + 1}`)
      for (const { path, one_of: values } of where ?? []) put(choice, path, values[0])
      return choice
    })
    const made = successResponse(recipe.answers)
    if (items === undefined) Object.assign(made.body, choices[0])
    else if (items === '') return { ...made, body: choices as unknown as Json }
    else put(made.body, items, choices)
    return made
  }

  return {
    recipe,
    upstream,
    calls,
    client: application,
    accountValues: () => ({ ...values, ...credential.values }),
    keptValues: () =>
      Object.fromEntries(
        Object.entries({ ...oauth.keep, ...oauth.keep_from_callback }).map(([path, field]) => [
          field,
          keptValue(path, field),
        ]),
      ),
    hooks,
    polls,
    keys,
    now,
    authorize: async (url) => {
      const response = await fetch(url, { redirect: 'manual' })
      const back = response.headers.get('location')
      if (back === null)
        throw new Error(`The provider did not send the user back: ${response.status}`)
      return back
    },
    next: (kind) => queue.push(kind),
    expireTokens: tokens.expireAll,
    revoked: () => [...tokens.revoked],
    get operation() {
      return state.operation
    },
    set operation(names) {
      state.operation = names
    },
    get isConnected() {
      return state.isConnected
    },
    set isConnected(connected) {
      state.isConnected = connected
    },
    get choices() {
      return state.choices
    },
    set choices(count) {
      state.choices = count
    },
  }
}

const fits =
  (kind: 'failure' | 'reconnect' | 'rate' | 'refused') =>
  ({ reconnect }: { reconnect: unknown }): boolean =>
    kind === 'reconnect' ? reconnect !== false : reconnect !== true

const identityOf = (paths: Record<string, string | undefined> | undefined): Json => {
  const body: Json = {}
  for (const [name, path] of Object.entries(paths ?? {}))
    if (path !== undefined) put(body, path, identity[name as keyof typeof identity])
  return body
}

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { generateArguments } from '../generate-arguments.ts'
import { importToolkit } from '../import-toolkit.ts'
import { startService, type TestService } from '../start-service.ts'
import { createVisitor, submission } from '../visit-connect-page.ts'
import { application, startFakeProvider, type FakeProvider } from './index.ts'
import { runTriggers, startEventReceiver, type TriggerRun } from './run-triggers.ts'

/** What became of each step; `undefined`: the recipe has nothing to try there. */
export type RecipeRun = {
  verdict: string
  warnings: string[]
  connected: string
  called: {
    error: string | null
    requests: number
    url: string | undefined
    headers: Record<string, unknown>
  }
  /** With `all`. */
  paged: { pages: number | undefined; items: number | undefined } | undefined
  limited: { error: string | null; requests: number } | undefined
  failed: string | null | undefined
  refreshed: { error: string | null } | undefined
  triggers: TriggerRun[]
  expired: string | undefined
  revoked: boolean | undefined
}

type Options = {
  way?: number
  /** How many each look-up finds; the user chooses the last. */
  choices?: number
  /** Of a toolkit whose description is not declared by the recipe itself: its text. */
  description?: (provider: FakeProvider) => string | Record<string, unknown>
}

const user = 'ada'

/**
 * Runs a recipe from the import to the revocation against a provider made of it: connect, identity,
 * a call, pages, a rate limit, a renewal, a failure, events, and the end of the credential.
 */
export const runRecipe = async (
  given: Recipe,
  { way = 0, choices = 1, description }: Options = {},
): Promise<RecipeRun> => {
  const time = { ahead: 0 }
  const now = () => new Date(Date.now() + time.ahead)
  const provider = await startFakeProvider(given, { way, now })
  const receiver = await startEventReceiver()
  const { keys } = provider
  const service = await startService({
    egressAllow: [provider.upstream.host, receiver.host, ...(keys.host ? [keys.host] : [])],
    extraCa: keys.authorities,
    clock: { now },
  })
  provider.choices = choices
  const { recipe } = provider
  const text = description?.(provider)
  const report = await importToolkit(service, {
    recipe,
    ...(text !== undefined && { source: sourceOf(recipe, text) }),
  })
  const { account, authConfig } = await connect(service, provider, way)
  provider.isConnected = true
  const read = async () => service.client.connectedAccounts.get({ params: { nanoid: account } })
  const connected = await read()
  const tools = await toolsOf(service, recipe)
  const reading = tools.find(({ tags }) => tags.includes('readOnlyHint')) ?? tools[0]
  if (!reading) throw new Error(`The recipe of ${recipe.slug} has no tool that can be called`)
  const call = async (slug = reading.slug, extra: Record<string, unknown> = {}) => {
    const before = provider.calls.length
    provider.operation = operationNames(recipe, slug)
    const { error, data, paging } = await service.client.tools.execute({
      params: { tool_slug: slug },
      body: { user_id: user, arguments: argumentsFor(tools, slug), ...extra },
    })
    return { error, data, paging, made: provider.calls.slice(before) }
  }

  const called = await call()
  const { failures } = recipe.answers
  const isRepeatable = reading.tags.includes('readOnlyHint')
  const gatherPages = async () => {
    const readers = tools.filter(({ tags }) => tags.includes('readOnlyHint')).slice(0, 25)
    for (const { slug } of recipe.answers.paging.length > 0 ? readers : []) {
      const { paging } = slug === reading.slug ? called : await call(slug)
      if (paging?.has_more === true) return call(slug, { all: true })
    }
    return undefined
  }
  const paged = await gatherPages()
  provider.next('rate')
  const limited = isRepeatable ? await call() : undefined
  if (!isRepeatable) await call()
  const canRefresh = recipe.auth[way]?.oauth?.refresh_tokens !== 'none' && isOAuth(recipe, way)
  if (canRefresh) provider.expireTokens()
  const refreshed = canRefresh ? await call() : undefined
  const failure = failures.some(({ reconnect }) => reconnect !== true)
  if (failure) provider.next('failure')
  const failed = failure ? (await call()).error : undefined
  const advance = (milliseconds: number) => void (time.ahead += milliseconds)
  const triggers = await runTriggers({
    service,
    provider,
    receiver,
    account,
    authConfig,
    advance,
  })
  const revocable = recipe.auth[way]?.oauth?.revocation_url !== undefined
  const ends = failures.some(({ reconnect }) => reconnect !== false) && !isOAuth(recipe, way)
  if (ends) {
    provider.next('reconnect')
    await call()
  }
  const expired = ends ? (await read()).status : undefined
  await service.client.connectedAccounts.delete({ params: { nanoid: account } })
  return {
    verdict: report.verdict,
    warnings: report.warnings.map(({ code }) => code),
    connected: connected.status,
    called: {
      error: called.error,
      requests: called.made.length,
      url: called.made[0]?.url,
      headers: called.made[0]?.headers ?? {},
    },
    paged: paged && { pages: paged.paging?.pages, items: paged.paging?.items },
    limited: limited && { error: limited.error, requests: limited.made.length },
    failed,
    refreshed: refreshed && { error: refreshed.error },
    triggers,
    expired,
    revoked: revocable ? await untilRevoked(provider) : undefined,
  }
}

/** A GraphQL schema does not say where its API is. */
const sourceOf = ({ description }: Recipe, text: string | Record<string, unknown>) =>
  description.kind === 'graphql' && typeof text === 'string'
    ? { graphql: { url: description.base_url ?? description.urls[0] ?? '', schema: text } }
    : { openapi: text }

const isOAuth = (recipe: Recipe, way: number): boolean =>
  ['OAUTH2', 'DCR_OAUTH', 'S2S_OAUTH2'].includes(recipe.auth[way]?.scheme ?? '')

/** Connects an account, over the pages of the provider where it has any. */
export const connect = async (
  { client }: TestService,
  provider: FakeProvider,
  index: number,
): Promise<{ account: string; authConfig: string }> => {
  const { recipe } = provider
  const way = recipe.auth[index]
  const authScheme = way?.scheme ?? 'NO_AUTH'
  if (authScheme !== 'OAUTH2') {
    const { auth_config } = await client.authConfigs.create({
      body: { toolkit: { slug: recipe.slug }, auth_config: { authScheme } },
    })
    const { id } = await client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: user, state: { authScheme, val: provider.accountValues() } },
        validate_credentials: recipe.account.verification !== undefined,
      },
    })
    return { account: id, authConfig: auth_config.id }
  }
  const { redirect_uri } = await client.authConfigs.reserveRedirectUri()
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug: recipe.slug },
      auth_config: { authScheme, redirect_uri, credentials: { ...application } },
    },
  })
  const link = await client.connectedAccounts.link({
    body: { auth_config_id: auth_config.id, user_id: user },
  })
  const visitor = createVisitor()
  const page = await visitor.connect(link.redirect_url, provider.accountValues())
  const address = page.leadsTo ?? page.headers.get('location')
  if (address === null) throw new Error(`The connect page led nowhere: ${page.html.slice(0, 2000)}`)
  const back = await visitor.visit(await provider.authorize(address))
  if (back.status === 303) await chooseLast(visitor, link.redirect_url)
  return { account: link.connected_account_id, authConfig: auth_config.id }
}

const chooseLast = async (
  visitor: ReturnType<typeof createVisitor>,
  url: string,
): Promise<void> => {
  const { html, formToken } = await visitor.visit(url)
  const last = [...html.matchAll(/name="choice" value="(\d+)"/g)].at(-1)?.[1] ?? ''
  const body = new URLSearchParams({ form_token: formToken, question: 'choice', choice: last })
  await visitor.visit(url, { ...submission(formToken, {}), body: body.toString() })
}

type Tool = { slug: string; tags: string[]; input: Record<string, unknown> }

/** The featured tools, in the order of the recipe. */
const toolsOf = async ({ client }: TestService, recipe: Recipe): Promise<Tool[]> => {
  const { items } = await client.tools.list({
    query: { toolkit_slug: recipe.slug, limit: 1000 },
  })
  const featured = new Set(recipe.tools.flatMap(({ slug }) => slug ?? []))
  const tools = items.map(({ slug, tags, input_parameters }) => ({
    slug,
    tags,
    input: input_parameters as Record<string, unknown>,
  }))
  const first = tools.filter(({ slug }) => featured.has(slug))
  return first.length > 0 ? first : tools
}

/** What rules of the recipe can name the operation of a tool by. */
const operationNames = ({ tools }: Recipe, slug: string): string[] => {
  const tool = tools.find((each) => each.slug === slug)
  if (tool?.operation !== undefined) return [tool.operation]
  const { method, path } = tool?.declare ?? {}
  return path === undefined ? [] : [path, `${method} ${path}`, ...(tool?.tags ?? [])]
}

const argumentsFor = (tools: Tool[], slug: string): Record<string, unknown> => {
  const generated = generateArguments(tools.find((tool) => tool.slug === slug)?.input ?? {}, {
    optional: false,
  })
  if ('reason' in generated) throw new Error(`No arguments for ${slug}: ${generated.reason}`)
  return generated.arguments
}

/** A job revokes the tokens of deleted accounts. */
const untilRevoked = async (provider: FakeProvider): Promise<boolean> => {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    if (provider.revoked().length > 0) return true
    await wait(50)
  }
  return false
}

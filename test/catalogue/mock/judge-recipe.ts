import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { generateArguments } from '../../support/generate-arguments.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { readPrismProblem } from '../../support/read-prism-problem.ts'
import { startPrism } from '../../support/prism.ts'
import { startRecorder, type Exchange, type Recorder } from '../../support/start-recorder.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { isDescribed, readDescribedAuth } from '../auth-facts/described-auth.ts'
import { connectForMock } from './connect-for-mock.ts'
import { judgeGraphql } from './judge-graphql.ts'
import { sliceDescription, type SliceOptions, type WantedOperation } from './slice-description.ts'

/**
 * What became of one call. `violation`: the description does not allow the request. `unknown`: the
 * description has no such operation. `unsent`: the service made no request of it.
 */
export type Judgement = {
  tool: string
  round: 'required' | 'all'
  result: 'ok' | 'violation' | 'unknown' | 'unsent'
  reason?: string
}

type Description = { text: string; document: Record<string, unknown> | undefined }

/**
 * Executes each featured tool of a recipe twice, with the arguments that it requires and with all,
 * and has the description judge the requests: Prism, or of GraphQL the schema.
 */
export const judgeRecipe = async (
  recipe: Recipe,
  { text, document }: Description,
  base: string,
): Promise<Judgement[] | undefined> => {
  const path = base.replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, '')
  const isDiscovery = recipe.description.kind === 'discovery'
  const way = wayToJudge(recipe, document)
  const slice = (options: Partial<SliceOptions>) =>
    document &&
    sliceDescription(document, {
      wanted: wantedBy(recipe),
      prefix: '',
      hasSecurity: true,
      addsJson: false,
      ...options,
    })
  const judged = slice({ prefix: path, hasSecurity: way !== undefined, addsJson: isDiscovery })
  if (judged && Object.keys(judged['paths'] ?? {}).length === 0) return undefined
  const prism = judged && (await startPrism(judged))
  const recorder = await startRecorder(prism?.url ?? 'http://127.0.0.1:9')
  const service = await startService({ egressAllow: [recorder.host], keep: true })
  try {
    const local = onLoopback(recipe, `${recorder.url}${path}`)
    await importToolkit(service, {
      recipe: local,
      ...(recipe.description.kind === 'graphql'
        ? { source: { graphql: { url: `${recorder.url}${path}`, schema: text } } }
        : recipe.description.kind !== 'none' && { source: { openapi: slice({}) ?? text } }),
    })
    await connectForMock(service, local, wayToConnect(recipe, way))
    const judge = document ? judgeByPrism : judgeGraphql(text)
    return await callTools(service, recorder, local, judge)
  } finally {
    await service.close()
    await recorder.close()
    await prism?.close()
  }
}

/** Where no token is to be had without an authorization server, another way has it in the same place. */
const wayToConnect = ({ auth }: Recipe, way = 0): number =>
  auth[way]?.scheme === 'S2S_OAUTH2' ? auth.findIndex(({ scheme }) => scheme !== 'S2S_OAUTH2') : way

/** The way to authenticate that the description knows, if there is one. */
const wayToJudge = (
  { auth }: Recipe,
  document: Record<string, unknown> | undefined,
): number | undefined => {
  const described = document && readDescribedAuth(document)
  const index = auth.findIndex((way) => described && isDescribed(way, described))
  return index < 0 ? undefined : index
}

const wantedBy = ({ tools }: Recipe): WantedOperation[] =>
  tools.flatMap(({ operation, declare }): WantedOperation[] => {
    if (declare) return [declare]
    const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(operation ?? '') ?? []
    if (method !== undefined && path !== undefined) return [{ method, path }]
    return operation === undefined ? [] : [{ operationId: operation }]
  })

/** The recipe for a mock: its API is there, and what a connection would ask an API is left out. */
const onLoopback = (recipe: Recipe, url: string): Recipe => ({
  ...recipe,
  description: { ...recipe.description, base_url: url },
  account: { ...recipe.account, verification: undefined, look_ups: [] },
  auth: recipe.auth.map((way) => ({ ...way, fields: fieldsOf(way, recipe) })),
  tools: recipe.tools.filter(({ declare }) => !declare?.path.startsWith('https://')),
  triggers: [],
})

/** What look-ups find is given with the account. */
const fieldsOf = ({ fields = [] }: Recipe['auth'][number], { account }: Recipe) => [
  ...fields,
  ...account.look_ups
    .flatMap(({ set }) => Object.keys(set))
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => ({ name })),
]

type Judge = (exchange: Exchange) => Pick<Judgement, 'result' | 'reason'>

const judgeByPrism: Judge = ({ answer, method, path, query, body }) => {
  const problem = answer && readPrismProblem(answer)
  if (!problem) return { result: 'ok' }
  const sent = `${method} ${path}?${query} ${body.toString().slice(0, 600)}`
  const isUnknown = /NO_PATH_MATCHED|NO_METHOD_MATCHED|no path|Route not resolved/i.test(
    problem.reason,
  )
  return { result: isUnknown ? 'unknown' : 'violation', reason: `${problem.reason} (${sent})` }
}

const callTools = async (
  { client }: TestService,
  recorder: Recorder,
  recipe: Recipe,
  judge: Judge,
): Promise<Judgement[]> => {
  const { items } = await client.tools.list({
    query: { toolkit_slug: recipe.slug, limit: 1000 },
  })
  const featured = new Set(recipe.tools.flatMap((tool) => (tool.featured && tool.slug) || []))
  const judgements: Judgement[] = []
  for (const { slug, input_parameters: schema } of items.filter((tool) => featured.has(tool.slug)))
    for (const round of ['required', 'all'] as const) {
      const generated = generateArguments(schema, { optional: round === 'all' })
      if ('reason' in generated) {
        judgements.push({ tool: slug, round, result: 'unsent', reason: generated.reason })
        continue
      }
      const error = await client.tools
        .execute({
          params: { tool_slug: slug },
          body: { user_id: 'ada', arguments: toSend(recipe, generated.arguments) },
        })
        .then((response) => response.error, String)
      const [sent] = recorder.take('')
      judgements.push({
        tool: slug,
        round,
        ...(sent ? judge(sent) : { result: 'unsent', reason: error ?? 'nothing was sent' }),
      })
    }
  return judgements
}

/**
 * Google's resource names hold slashes on purpose, which Prism's paths can't: there the texts that
 * encoding must not lose have none.
 */
const toSend = (
  { description: { kind } }: Recipe,
  args: Record<string, unknown>,
): Record<string, unknown> =>
  kind === 'discovery'
    ? (JSON.parse(JSON.stringify(args).replaceAll(' a/b?', ' ab?')) as Record<string, unknown>)
    : args

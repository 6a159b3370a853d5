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
import { toSend } from './to-send.ts'

/**
 * What became of one call. `violation`: the description does not allow the request. `unknown`: the
 * description has no such operation. `unsent`: the service made no request of it. `unjudged`: the
 * mock did not answer. `elsewhere`: the operation has an address of its own.
 */
export type Judgement = {
  tool: string
  round: 'required' | 'all'
  result: 'ok' | 'violation' | 'unknown' | 'unsent' | 'unjudged' | 'elsewhere'
  reason?: string
}

type Description = { text: string; document: Record<string, unknown> | undefined }

/** The schemas of Microsoft's API all lead to each other, which Prism never comes to an end with. */
const largeCharacters = 20_000_000

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
      ...(text.length > largeCharacters && { deepest: 2 }),
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
    return await callTools(service, recorder, recipe, judge)
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
  tools: recipe.tools.filter((tool) => !isElsewhere(tool)),
  triggers: [],
})

/** Such an address has to be https, which no mock on loopback is. */
const isElsewhere = ({ declare }: Recipe['tools'][number]): boolean =>
  declare?.path.startsWith('https://') === true

/** What look-ups find is given with the account. */
const fieldsOf = ({ fields = [] }: Recipe['auth'][number], { account }: Recipe) => [
  ...fields,
  ...account.look_ups
    .flatMap(({ set }) => Object.keys(set))
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => ({ name })),
]

type Verdict = Pick<Judgement, 'result' | 'reason'>
type Judge = (exchange: Exchange) => Verdict

const judgeByPrism: Judge = ({ answer, method, path, query, body }) => {
  if (!answer) return { result: 'unjudged', reason: 'the mock did not answer in time' }
  const problem = readPrismProblem(answer)
  if (!problem) return { result: 'ok' }
  const sent = `${method} ${path}?${query} ${body.toString().slice(0, 600)}`
  const isUnknown = /NO_PATH_MATCHED|NO_METHOD_MATCHED|no path|Route not resolved/i.test(
    problem.reason,
  )
  return { result: isUnknown ? 'unknown' : 'violation', reason: `${problem.reason} (${sent})` }
}

const callTools = async (
  service: TestService,
  recorder: Recorder,
  recipe: Recipe,
  judge: Judge,
): Promise<Judgement[]> => {
  const { items } = await service.client.tools.list({
    query: { toolkit_slug: recipe.slug, limit: 1000 },
  })
  const schemas = new Map(items.map(({ slug, input_parameters: schema }) => [slug, schema]))
  const judgements: Judgement[] = []
  for (const each of recipe.tools.filter(({ featured }) => featured))
    for (const round of ['required', 'all'] as const) {
      const tool = each.slug ?? each.operation ?? ''
      const schema = schemas.get(tool)
      const call = () => callTool(service, recorder, recipe, judge, { tool, schema, round })
      let made: Verdict = isElsewhere(each) ? { result: 'elsewhere' } : await call()
      // A busy machine may keep the mock from answering.
      if (made.result === 'unjudged') made = await call()
      judgements.push({ tool, round, ...made })
    }
  return judgements
}

const callTool = async (
  { client }: TestService,
  recorder: Recorder,
  recipe: Recipe,
  judge: Judge,
  {
    tool,
    schema,
    round,
  }: { tool: string; schema: Record<string, unknown> | undefined; round: Judgement['round'] },
): Promise<Verdict> => {
  if (!schema) return { result: 'unsent', reason: 'the import made no such tool' }
  const generated = generateArguments(schema, { optional: round === 'all' })
  if ('reason' in generated) return { result: 'unsent', reason: generated.reason }
  const error = await client.tools
    .execute({
      params: { tool_slug: tool },
      body: { user_id: 'ada', arguments: toSend(recipe, generated.arguments) },
    })
    .then((response) => response.error, String)
  const [sent] = recorder.take('')
  return sent ? judge(sent) : { result: 'unsent', reason: error ?? 'nothing was sent' }
}

import { z } from 'zod'
import { openCassetteFiles, toKey, type CassetteFiles } from './cassette-files.ts'
import { findNearest } from './find-nearest.ts'
import { modelResponse, type ModelResponse } from './model-response.ts'
import { modelRequest, type ModelRequest } from './model-request.ts'
import { normalizeRequest } from './normalize-request.ts'
import { lacksConnection } from '../scorers/missing-connections.ts'
import { onceEach } from './once-each.ts'
import { recordedResult, type RecordedResult } from './recorded-result.ts'
import { recordedTools, type RecordedTools } from './recorded-tools.ts'
import { missingResponse, missingResult, missingTools } from './replay-miss-error.ts'
import { replaceSecrets } from './replace-secrets.ts'

/**
 * `auto`: replays recorded answers and records missing ones; `record`: records everything again;
 * `strict`: only replays, a missing recording is an error and no socket is opened; `off`: neither.
 */
export type CassetteMode = 'auto' | 'record' | 'strict' | 'off'

export type CassetteOptions = {
  folder: string
  /** Default: `auto`. */
  mode?: CassetteMode | undefined
  /**
   * Texts that must not be recorded, such as a key in a prompt or in a tool's result. They are
   * replaced by "[secret]".
   */
  secrets?: readonly string[] | undefined
}

/** Recorded answers of models and tools. */
export type Cassettes = {
  readonly mode: CassetteMode
  /**
   * The answer of a model. `live` is the framework's response if the model was called just now for
   * this adapter.
   */
  answer<Live>(
    question: { request: ModelRequest; trial: number },
    ask: () => Promise<Asked<Live>>,
  ): Promise<{ answer: ModelResponse; live?: Live | undefined }>
  /**
   * Returns a tool's result. A recorded one that lacks a connection is asked again where a service
   * is available: the user may have connected since, or be another.
   */
  result(
    question: ToolQuestion,
    run: (() => Promise<RecordedResult>) | undefined,
  ): Promise<RecordedResult>
  /**
   * The tools of a case that names them. If a service is available it is asked every time, so that
   * changed tools are noticed.
   */
  tools(wanted: unknown, load: (() => Promise<RecordedTools>) | undefined): Promise<RecordedTools>
}

export type Asked<Live> = { answer: ModelResponse; live: Live }

/** A call within a run; `occurrence` counts identical calls. */
type ToolQuestion = {
  caseId: string
  trial: number
  tool: string
  arguments: unknown
  occurrence: number
}

const cassette = { version: z.literal(1), recordedAt: z.string() }
const modelCassette = z.strictObject({
  ...cassette,
  trial: z.number().int().min(1),
  request: modelRequest,
  answer: modelResponse,
})
const resultCassette = z.strictObject({ ...cassette, asked: z.unknown(), given: recordedResult })
const toolsCassette = z.strictObject({ ...cassette, asked: z.unknown(), given: recordedTools })

/**
 * Opens a folder of recordings, with one file per request: the request in a framework-neutral
 * format, and the complete answer.
 *
 * Only the fields of that format are recorded: no headers, keys or provider settings. Several runs
 * can share the returned object.
 *
 * @example
 * const cassettes = openCassettes({ folder: 'recordings', mode: 'strict' })
 * const run = await aiSdk(model).run(evalCase, { cassettes })
 */
export const openCassettes = ({
  folder,
  mode = 'auto',
  secrets = [],
}: CassetteOptions): Cassettes => {
  const models = openCassetteFiles(folder, 'model', modelCassette)
  const results = openCassetteFiles(folder, 'result', resultCassette)
  const toolLists = openCassetteFiles(folder, 'tools', toolsCassette)
  // In the mode `record`, recordings made since opening are replayed too, so that all adapters
  // receive the same answers.
  const once = onceEach()
  let listed: ReturnType<typeof models.list> | undefined

  const miss = async (request: ModelRequest, key: string): Promise<Error> => {
    const recorded = (await (listed ??= models.list())).map((entry) => ({
      key: entry.key,
      request: entry.cassette.request,
    }))
    return missingResponse(request, key, findNearest(request, recorded))
  }

  return {
    mode,
    answer: async <Live>(
      { request, trial }: { request: ModelRequest; trial: number },
      ask: () => Promise<Asked<Live>>,
    ) => {
      if (mode === 'off') return ask()
      const asked = normalizeRequest(replaceSecrets(request, secrets))
      const key = toKey({ request: asked, ...(trial > 1 && { trial }) })
      let live: Live | undefined
      const answer = await once(`model-${key}`, async () => {
        const recorded = mode === 'record' ? undefined : await models.read(key)
        if (recorded) return recorded.answer
        if (mode === 'strict') throw await miss(asked, key)
        const given = await ask()
        live = given.live
        await models.write(key, {
          version: 1,
          recordedAt: new Date().toISOString(),
          trial,
          request: asked,
          answer: withoutSecrets(given.answer, secrets),
        })
        return given.answer
      })
      return { answer, ...(live !== undefined && { live }) }
    },
    result: (question, run) => {
      if (mode === 'off' && run) return run()
      const asked = replaceSecrets(question, secrets)
      const key = toKey(asked)
      const miss = () => missingResult(question, key)
      return once(`result-${key}`, () =>
        readOrRecord(
          { files: results, mode, secrets },
          { key, asked, run, miss, isStale: (given) => isUnconnected(question, given) },
        ),
      )
    },
    tools: (wanted, load) => {
      if (mode === 'off' && load) return load()
      const key = toKey(wanted)
      const miss = () => missingTools(wanted, key)
      return once(`tools-${key}`, () =>
        readOrRecord(
          { files: toolLists, mode: load && mode === 'auto' ? 'record' : mode, secrets },
          { key, asked: wanted, run: load, miss },
        ),
      )
    },
  }
}

const isUnconnected = (
  { tool, arguments: given }: ToolQuestion,
  { data, error }: RecordedResult,
): boolean => lacksConnection({ id: '', tool, arguments: given, result: data, error })

type Written<Value> = { version: 1; recordedAt: string; asked: unknown; given: Value }

const readOrRecord = async <Value>(
  {
    files,
    mode,
    secrets,
  }: { files: CassetteFiles<Written<Value>>; mode: CassetteMode; secrets: readonly string[] },
  {
    key,
    asked,
    run,
    miss,
    isStale = () => false,
  }: {
    key: string
    asked: unknown
    run: (() => Promise<Value>) | undefined
    miss: () => Error
    isStale?: (given: Value) => boolean
  },
): Promise<Value> => {
  const recorded = mode === 'auto' || mode === 'strict' ? await files.read(key) : undefined
  const isRepeated = mode === 'auto' && run !== undefined
  if (recorded && !(isRepeated && isStale(recorded.given))) return recorded.given
  if (mode === 'strict' || !run) throw miss()
  const given = await run()
  if (mode !== 'off')
    await files.write(key, {
      version: 1,
      recordedAt: new Date().toISOString(),
      asked,
      given: replaceSecrets(given, secrets),
    })
  return given
}

/**
 * A secret that was split over two chunks is only found in the complete text; the chunks are then
 * dropped.
 */
const withoutSecrets = (answer: ModelResponse, secrets: readonly string[]): ModelResponse => {
  const { pieces, ...whole } = answer
  const clean = replaceSecrets(whole, secrets)
  return pieces && JSON.stringify(clean) === JSON.stringify(whole) ? { ...clean, pieces } : clean
}

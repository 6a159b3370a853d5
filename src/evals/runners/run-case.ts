import { openCassettes, type Asked } from '../cassettes/open-cassettes.ts'
import type { ModelResponse } from '../cassettes/model-response.ts'
import type { ModelMessage, ModelRequest } from '../cassettes/model-request.ts'
import { CassetteError } from '../cassettes/cassette-files.ts'
import { ReplayMissError } from '../cassettes/replay-miss-error.ts'
import { createToolResults } from '../tool-results/tool-results.ts'
import { rejectUnconnected } from '../scorers/missing-connections.ts'
import { createUser, isUsersTurn, mostTurns } from '../users/create-user.ts'
import type { CaseRun, CaseTool, EvalCase, ModelUsage, RunError, Step, Usage } from '../types.ts'
import { addUsage, BudgetError, findOverrun, sum } from './budget.ts'
import { areSlugs, openCaseSession, type CaseSession } from './case-session.ts'
import { createCaseTools, type FrameworkCall, type ToolSource } from './case-tools.ts'
import type { RunOptions } from './runner.ts'
import { startLimits } from './start-limits.ts'
import { toRunError, UnreachableError } from './to-run-error.ts'

/** What a framework needs to run a case. */
export type Drive = {
  /** With the model's names of the tools. */
  messages: ModelMessage[]
  holder: ToolSource
  maximumSteps: number
  stream: boolean
  signal: AbortSignal
  /** Returns the answer to a request, from a recording or from the model, and measures its time. */
  ask<Live>(
    request: ModelRequest,
    live: () => Promise<{ answer: Omit<ModelResponse, 'ms'>; live: Live }>,
  ): Promise<{ answer: ModelResponse; live?: Live | undefined }>
  /**
   * Returns what the user says to an answer without calls, which the framework then goes on with;
   * undefined if the conversation is over.
   */
  reply(assistant: string): Promise<string | undefined>
  /** Reports what the framework made of an answer and of its calls. */
  addStep(seen: { text: string; calls: FrameworkCall[] }): void
}

/** For each message of the user. */
const defaultSteps = 10

/**
 * Runs a case with a framework: the tools, their results, recordings, limits and the outcome are
 * the same for all frameworks.
 */
export const runCase = async (
  adapter: string,
  evalCase: EvalCase,
  { trial = 1, ...options }: RunOptions,
  drive: (run: Drive) => Promise<void>,
): Promise<CaseRun> => {
  const {
    cassettes = openCassettes({ folder: '', mode: 'off' }),
    plugboard,
    userId = 'evals',
    price,
    stream = false,
    simulator,
  } = options
  const service = plugboard && openCaseSession({ plugboard, userId }, evalCase.tools)
  const results = createToolResults({ cassettes }, { evalCase, trial })
  const budget = evalCase.budget ?? {}
  const { signal, isTimeUp, whileRunning, untimed } = startLimits(options.signal, budget.ms)
  const evaluators: ModelUsage[] = []
  const user = createUser(
    evalCase,
    (question) => {
      const given = { cassettes, signal, trial }
      return simulator?.run(question, given) ?? runCase(adapter, question, given, drive)
    },
    (used) => void evaluators.push(used),
  )
  const answers: ModelResponse[] = []
  const steps: Step[] = []
  let said: string | undefined
  let model = ''
  let failure: unknown
  let unanswered: unknown
  let tools: CaseTool[] = []
  let state: unknown

  const fail = (error: unknown): never => {
    failure ??= error
    throw error
  }
  // If it was thrown inside a framework it would appear as a connection error.
  const priced = (usage: Usage): number | undefined => {
    try {
      return price?.(model, usage)
    } catch (error) {
      return fail(error)
    }
  }
  const overrun = () => findOverrun(budget, answers, priced)
  const answerCall = (
    call: { tool: string; arguments: Record<string, unknown> },
    aborted: AbortSignal | undefined,
  ) =>
    whileRunning(
      results(
        call,
        service &&
          ((made) => service.execute(made.tool, made.arguments, aborted).catch(throwUnreachable)),
      ),
    ).catch(fail)

  const work = async (): Promise<void> => {
    tools = await loadTools({ cassettes, service }, evalCase)
    const isBegunByUser = isUsersTurn(evalCase)
    const turns = mostTurns(evalCase) + (isBegunByUser ? 0 : 1)
    const maximumSteps = evalCase.maxSteps ?? (hasResults(evalCase) ? defaultSteps : 1) * turns
    const isStopped = () => overrun() !== undefined || failure !== undefined
    const hasStepsLeft = () => answers.length < maximumSteps
    const { holder, toName, toCall } = createCaseTools(tools, async (call, aborted) =>
      isStopped() || !hasStepsLeft() ? undefined : answerCall(call, aborted),
    )

    const reply = async (assistant?: string) => {
      said = isStopped()
        ? undefined
        : await untimed(() => whileRunning(user.reply(assistant, hasStepsLeft()))).catch(fail)
      return said
    }
    const messages = toModelMessages(evalCase, toName)
    if (isBegunByUser) messages.push({ role: 'user', content: (await reply()) ?? '' })

    await drive({
      messages,
      holder,
      maximumSteps,
      stream,
      signal,
      ask: async (request, live) => {
        model = request.model
        const spent = overrun()
        if (spent !== undefined) fail(new BudgetError(spent))
        if (failure !== undefined) throw failure
        // Frameworks retry after some errors, which they recognize: they receive the original
        // error.
        const given = await whileRunning(
          cassettes.answer({ request, trial }, () => timed(live)),
        ).catch((error: unknown) => {
          unanswered = error
          throw error
        })
        unanswered = undefined
        answers.push(given.answer)
        return given
      },
      reply,
      addStep: ({ text, calls }) => {
        const answer = answers[steps.length]
        steps.push({
          ...(said !== undefined && { user: said }),
          calls: calls.map(toCall),
          text,
          usage: answer ? addUsage([answer]) : { inputTokens: 0, outputTokens: 0 },
          ms: answer?.ms ?? 0,
        })
        said = undefined
      },
    })
    const read = evalCase.expect.state?.read
    if (read && failure === undefined)
      state =
        typeof read === 'function'
          ? await read().catch(throwUnreachable).catch(fail)
          : (await answerCall(read, signal)).data
  }

  let error: RunError | undefined
  try {
    await work()
    if (failure !== undefined) throw failure
    const spent = overrun()
    if (spent !== undefined) throw new BudgetError(spent)
  } catch (thrown) {
    options.signal?.throwIfAborted()
    error = isTimeUp()
      ? {
          kind: 'budget',
          message: `The budget of the case is ${budget.ms} ms, after which it was stopped`,
        }
      : toRunError(failure ?? (unanswered === undefined ? thrown : toUnreachable(unanswered)))
  }

  const conversation = user.end()
  return rejectUnconnected({
    case: evalCase,
    adapter,
    ...(model !== '' && { model }),
    trial,
    tools,
    steps,
    text: steps.at(-1)?.text ?? '',
    calls: steps.flatMap(({ calls }) => calls),
    usage: addUsage(answers),
    ms: sum(steps.map(({ ms }) => ms)),
    ...(evaluators.length > 0 && { evaluators }),
    ...(conversation && { conversation }),
    ...(state !== undefined && { state }),
    ...(error && { error }),
  })
}

/** Time spent in other processes. */
const toUnreachable = (error: unknown): unknown =>
  error instanceof ReplayMissError || error instanceof CassetteError
    ? error
    : new UnreachableError(error instanceof Error ? error.message : String(error), { cause: error })

const throwUnreachable = (error: unknown): never => {
  throw toUnreachable(error)
}

const timed = async <Live>(
  live: () => Promise<{ answer: Omit<ModelResponse, 'ms'>; live: Live }>,
): Promise<Asked<Live>> => {
  const started = performance.now()
  const given = await live()
  return { ...given, answer: { ...given.answer, ms: Math.round(performance.now() - started) } }
}

/** Without results of tools only the first answer can be scored. */
const hasResults = ({ mocks = [], tools }: EvalCase): boolean =>
  mocks.length > 0 || !Array.isArray(tools) || areSlugs(tools)

const loadTools = async (
  {
    cassettes,
    service,
  }: { cassettes: ReturnType<typeof openCassettes>; service: CaseSession | undefined },
  { tools }: EvalCase,
): Promise<CaseTool[]> => {
  if (!Array.isArray(tools))
    return cassettes.tools(tools, service && (() => service.tools().catch(throwUnreachable)))
  if (areSlugs(tools))
    return cassettes.tools({ tools }, service && (() => service.tools().catch(throwUnreachable)))
  return tools.filter((tool) => typeof tool !== 'string')
}

const toModelMessages = (
  { messages }: EvalCase,
  toName: (tool: string) => string,
): ModelMessage[] =>
  messages.map((message) =>
    message.role === 'assistant'
      ? { ...message, calls: message.calls?.map((call) => ({ ...call, tool: toName(call.tool) })) }
      : message,
  )

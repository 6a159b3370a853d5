import { wrapLanguageModel, type LanguageModel } from 'ai'
import { mastraTools } from '../../../../adapters/mastra/index.ts'
import { recordModel } from '../ai/record-model.ts'
import { toAiMessages } from '../ai/to-ai-messages.ts'
import type { Drive } from '../run-case.ts'
import type { ModelSettings } from '../runner.ts'
import type { MastraClasses } from './mastra-classes.ts'

type Parts = MastraClasses & {
  model: Exclude<LanguageModel, string>
  settings: ModelSettings
}

/** Runs a case with the framework's own loop, once for each message of the user. */
export const driveMastra = async (
  { Agent, createTool, model, settings }: Parts,
  run: Drive,
): Promise<void> => {
  const agent = new Agent({
    id: 'evals',
    name: 'evals',
    instructions: '',
    // Its types may be those of another version of the AI SDK.
    model: wrapLanguageModel({ model, middleware: recordModel(run.ask) }) as never,
    tools: (await mastraTools(run.holder, createTool)) as never,
  })
  const { stop, ...others } = settings
  let messages: unknown[] = toAiMessages(run.messages)
  let stepCount = 0
  while (stepCount < run.maximumSteps) {
    let last: Seen | undefined
    const options = {
      maxSteps: run.maximumSteps - stepCount,
      abortSignal: run.signal,
      // A run that ended must not ask again.
      modelSettings: { ...others, ...(stop && { stopSequences: stop }), maxRetries: 0 },
      onStepFinish: (step: MastraStep) => {
        stepCount += 1
        last = toSeen(step)
        run.addStep(last)
      },
    }
    const [given, settled] = [messages as never, options as never]
    const output = (
      run.stream
        ? await (await agent.stream(given, settled)).getFullOutput()
        : await agent.generate(given, settled)
    ) as MastraOutput
    run.signal.throwIfAborted()
    if (output.error) throw output.error
    if (!last || last.calls.length > 0) return
    const said = await run.reply(last.text)
    if (said === undefined) return
    messages = [...messages, ...(output.response.messages ?? []), { role: 'user', content: said }]
  }
}

/** The parts of Mastra's answers that are read. */
type MastraOutput = { error?: Error | undefined; response: { messages?: unknown[] } }

type MastraStep = {
  text: string
  toolCalls: { payload: { toolCallId: string; toolName: string; args?: unknown } }[]
  toolResults: { payload: { toolCallId: string; result?: unknown } }[]
}

type Seen = Parameters<Drive['addStep']>[0]

const toSeen = ({ text, toolCalls, toolResults }: MastraStep): Seen => {
  const refused = new Map(
    toolResults.flatMap(({ payload: { toolCallId, result } }) => {
      const message = readRefusal(result)
      return message === undefined ? [] : [[toolCallId, message] as const]
    }),
  )
  return {
    text,
    calls: toolCalls.map(({ payload: { toolCallId, toolName, args = {} } }) => ({
      id: toolCallId,
      name: toolName,
      arguments: args,
      shown: refused.get(toolCallId),
    })),
  }
}

/** Mastra's own answer to arguments that do not fit. */
const readRefusal = (result: unknown): string | undefined =>
  typeof result === 'object' &&
  result !== null &&
  'error' in result &&
  result.error === true &&
  'message' in result &&
  typeof result.message === 'string'
    ? result.message
    : undefined

import {
  generateText,
  isStepCount,
  streamText,
  wrapLanguageModel,
  type LanguageModel,
  type ModelMessage,
  type StepResult,
  type ToolSet,
} from 'ai'
import { aiTools } from '../../../../adapters/ai/index.ts'
import { parseJson } from '../parse-json.ts'
import type { Drive } from '../run-case.ts'
import type { ModelSettings } from '../runner.ts'
import { recordModel } from './record-model.ts'
import { toAiMessages } from './to-ai-messages.ts'

/** Runs a case with the framework's own loop, once for each message of the user. */
export const driveAiSdk = async (
  { model, settings }: { model: Exclude<LanguageModel, string>; settings: ModelSettings },
  run: Drive,
): Promise<void> => {
  const { stop, ...others } = settings
  const wrapped = wrapLanguageModel({ model, middleware: recordModel(run.ask) })
  const tools = await aiTools(run.holder)
  let messages = toAiMessages(run.messages)
  const steps: StepResult<ToolSet>[] = []
  while (steps.length < run.maximumSteps) {
    const added = await answer(run, {
      model: wrapped,
      tools,
      messages,
      allowSystemInMessages: true,
      stopWhen: isStepCount(run.maximumSteps - steps.length),
      abortSignal: run.signal,
      ...others,
      ...(stop && { stopSequences: stop }),
      onStepEnd: (step: StepResult<ToolSet>) => {
        steps.push(step)
        addStep(run, step)
      },
    })
    const last = steps.at(-1)
    if (!last || last.toolCalls.length > 0) return
    const said = await run.reply(last.text)
    if (said === undefined) return
    messages = [...messages, ...added, { role: 'user', content: said }]
  }
}

/** Returns the messages that the framework adds to the conversation. */
const answer = async (
  { stream, signal }: Drive,
  request: Parameters<typeof generateText<ToolSet>>[0] & Parameters<typeof streamText<ToolSet>>[0],
): Promise<ModelMessage[]> => {
  if (!stream) return (await generateText(request)).responseMessages
  let failure: unknown
  const result = streamText({ ...request, onError: ({ error }) => void (failure ??= error) })
  for await (const part of result.fullStream) if (part.type === 'abort') signal.throwIfAborted()
  if (failure !== undefined) throw failure
  // Read only now: after a failure it is a promise that rejects.
  return result.responseMessages
}

const addStep = ({ addStep: add }: Drive, { text, content }: StepResult<ToolSet>): void => {
  const errors = new Map(
    content.flatMap((part) =>
      part.type === 'tool-error' ? [[part.toolCallId, toMessage(part.error)] as const] : [],
    ),
  )
  const calls = content.filter((part) => part.type === 'tool-call')
  add({
    text,
    calls: calls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      arguments: typeof input === 'string' ? parseJson(input) : input,
      shown: errors.get(toolCallId),
    })),
  })
}

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

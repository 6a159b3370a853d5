import {
  generateText,
  isStepCount,
  streamText,
  wrapLanguageModel,
  type LanguageModel,
  type StepResult,
  type ToolSet,
} from 'ai'
import { aiTools } from '../../../../adapters/ai/index.ts'
import { parseJson } from '../parse-json.ts'
import type { Drive } from '../run-case.ts'
import type { ModelSettings } from '../runner.ts'
import { recordModel } from './record-model.ts'
import { toAiMessages } from './to-ai-messages.ts'

/** Runs a case with the framework's own loop. */
export const driveAiSdk = async (
  { model, settings }: { model: Exclude<LanguageModel, string>; settings: ModelSettings },
  run: Drive,
): Promise<void> => {
  const { stop, ...others } = settings
  const request = {
    model: wrapLanguageModel({ model, middleware: recordModel(run.ask) }),
    tools: await aiTools(run.holder),
    messages: toAiMessages(run.messages),
    allowSystemInMessages: true,
    stopWhen: isStepCount(run.maximumSteps),
    abortSignal: run.signal,
    ...others,
    ...(stop && { stopSequences: stop }),
    onStepEnd: (step: StepResult<ToolSet>) => addStep(run, step),
  }
  if (!run.stream) {
    await generateText(request)
    return
  }
  let failure: unknown
  const { fullStream } = streamText({
    ...request,
    onError: ({ error }) => void (failure ??= error),
  })
  for await (const part of fullStream) if (part.type === 'abort') run.signal.throwIfAborted()
  if (failure !== undefined) throw failure
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

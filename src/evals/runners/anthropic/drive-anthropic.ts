import type Anthropic from '@anthropic-ai/sdk'
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import { anthropicTools } from '../../../../adapters/anthropic/index.ts'
import type { FrameworkCall } from '../case-tools.ts'
import type { Drive } from '../run-case.ts'
import type { ModelSettings } from '../runner.ts'
import { readMessage } from './read-request.ts'
import { recordFetch } from './record-fetch.ts'
import { toMessages } from './to-messages.ts'

type Model = { client: Anthropic; model: string; settings: ModelSettings }

/** Runs a case turn by turn, so that the steps before a failure are kept. */
export const driveAnthropic = async (
  { client, model, settings }: Model,
  run: Drive,
): Promise<void> => {
  const { maximumSteps, stream, signal } = run
  const recorded = client.withOptions({
    fetch: recordFetch({ client, settings, ask: run.ask }),
    maxRetries: 0,
  })
  const tools = await anthropicTools(run.holder)
  const { system, messages } = toMessages(run.messages)
  for (let step = 1; step <= maximumSteps; step += 1) {
    const runner = recorded.beta.messages.toolRunner(
      {
        model,
        max_tokens: settings.maxOutputTokens ?? 4096,
        ...(system !== '' && { system }),
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        ...(settings.topP !== undefined && { top_p: settings.topP }),
        ...(settings.stop && { stop_sequences: settings.stop }),
        messages,
        tools,
        stream,
        max_iterations: 1,
        // A recorded request holds all messages.
        thread: false,
      },
      { signal },
    )
    await runner.runUntilDone()
    const added = runner.params.messages.slice(messages.length)
    messages.push(...added)
    const seen = toSeen(added)
    run.addStep(seen)
    if (seen.calls.length > 0) continue
    const said = await run.reply(seen.text)
    if (said === undefined) return
    messages.push({ role: 'user', content: said })
  }
}

const toSeen = (added: readonly BetaMessageParam[]): { text: string; calls: FrameworkCall[] } => {
  const read = added.flatMap(readMessage)
  const shown = new Map(
    read.flatMap(({ role, callId = '', content }) =>
      role === 'tool' ? [[callId, content] as const] : [],
    ),
  )
  return {
    text: read.map(({ role, content }) => (role === 'assistant' ? content : '')).join(''),
    calls: read
      .flatMap(({ calls = [] }) => calls)
      .map(({ id, tool, arguments: given }) => ({
        id,
        name: tool,
        arguments: given,
        shown: shown.get(id),
      })),
  }
}

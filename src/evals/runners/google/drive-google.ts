import type { Content, GenerateContentParameters, GoogleGenAI, Part } from '@google/genai'
import { googleTools } from '../../../../adapters/google/index.ts'
import type { Drive } from '../run-case.ts'
import type { ModelSettings } from '../runner.ts'
import { createCollector } from './collect-answer.ts'
import { readRequest } from './read-request.ts'
import { toContents } from './to-contents.ts'
import { toParts } from './to-parts.ts'

type Model = { client: Pick<GoogleGenAI, 'models'>; model: string; settings: ModelSettings }

/**
 * Runs a case with a plain loop: the model answers, and all calls of the answer run in parallel, as
 * the client's own loop has them.
 */
export const driveGoogle = async (
  { client, model, settings }: Model,
  run: Drive,
): Promise<void> => {
  const tools = await googleTools(run.holder, { signal: run.signal })
  const declared = await tools.tool()
  const { systemInstruction, contents } = toContents(run.messages)
  const { maxOutputTokens, temperature, topP, stop, seed } = settings
  for (let step = 1; step <= run.maximumSteps; step += 1) {
    run.signal.throwIfAborted()
    const request: GenerateContentParameters = {
      model,
      contents,
      config: {
        tools: [declared],
        abortSignal: run.signal,
        ...(systemInstruction !== '' && { systemInstruction }),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { topP }),
        ...(stop && { stopSequences: stop }),
        ...(seed !== undefined && { seed }),
      },
    }
    const neutral = readRequest({ model, systemInstruction, contents, tool: declared, settings })
    const { answer, live } = await run.ask(neutral, () => generate(client, request, run.stream))
    const parts = live ?? toParts(answer)
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
    const results = await tools.callTool(calls, { signal: run.signal })
    contents.push(
      { role: 'model', parts },
      ...(results.length > 0 ? [{ role: 'user', parts: results } satisfies Content] : []),
    )
    run.addStep({
      text: answer.text,
      calls: calls.map(({ id = '', name = '', args }, index) => ({
        id,
        name,
        arguments: args,
        shown: JSON.stringify(results[index]?.functionResponse?.response),
      })),
    })
    if (calls.length > 0) continue
    const said = await run.reply(answer.text)
    if (said === undefined) return
    contents.push({ role: 'user', parts: [{ text: said }] })
  }
}

const generate = async (
  client: Pick<GoogleGenAI, 'models'>,
  request: GenerateContentParameters,
  isStreamed: boolean,
) => {
  const collector = createCollector(performance.now(), isStreamed)
  if (isStreamed)
    for await (const chunk of await client.models.generateContentStream(request))
      collector.add(chunk)
  else collector.add(await client.models.generateContent(request))
  const { answer, parts } = collector.end()
  return { answer, live: parts satisfies Part[] }
}

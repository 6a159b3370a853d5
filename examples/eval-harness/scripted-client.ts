import { readFile } from 'node:fs/promises'
import OpenAI from 'openai'
import type { EvalCase } from 'plugboard/evals'
import { parse } from 'yaml'
import { z } from 'zod'

const answers = z.record(
  z.string(),
  z.object({
    steps: z.array(
      z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })),
    ),
    say: z.string().default(''),
  }),
)

const request = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  tools: z.unknown(),
})

/**
 * An OpenAI client whose requests never leave this process: `scripted-answers.yaml` contains the
 * model's answers to each case.
 */
export const createScriptedClient = async (cases: readonly EvalCase[]): Promise<OpenAI> => {
  const script = answers.parse(
    parse(await readFile(new URL('scripted-answers.yaml', import.meta.url), 'utf8')),
  )
  const answer: typeof fetch = async (_input, init) => {
    const { messages, tools } = request.parse(JSON.parse(String(init?.body)))
    const question = messages.find(({ role }) => role === 'user')?.content
    const id = cases.find((each) => each.messages[0]?.content === question)?.id ?? ''
    const scripted = script[id]
    if (!scripted) throw new Error(`scripted-answers.yaml has no answer for "${question}"`)
    const step = messages.filter(({ role }) => role === 'assistant').length
    const results = messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content ?? '')
    return Response.json(
      toCompletion({
        calls: scripted.steps[step] ?? [],
        text: scripted.say,
        results,
        asked: JSON.stringify([messages, tools]),
      }),
    )
  }
  return new OpenAI({ apiKey: 'unused', fetch: answer })
}

type Scripted = {
  calls: { tool: string; arguments: Record<string, unknown> }[]
  text: string
  results: readonly string[]
  asked: string
}

const toCompletion = ({ calls, text, results, asked }: Scripted) => ({
  id: 'chatcmpl_1',
  object: 'chat.completion',
  created: 0,
  model: 'scripted',
  usage: toUsage(asked, calls.length > 0 ? JSON.stringify(calls) : text),
  choices: [
    {
      index: 0,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      message:
        calls.length > 0
          ? {
              role: 'assistant',
              content: null,
              tool_calls: calls.map((call, index) => ({
                id: `call_${results.length + index}`,
                type: 'function',
                function: {
                  name: call.tool,
                  arguments: fillIn(JSON.stringify(call.arguments), results),
                },
              })),
            }
          : { role: 'assistant', content: fillIn(text, results) },
    },
  ],
})

/** An estimate: four characters of English are about one token. */
const toUsage = (asked: string, answered: string) => {
  const [input, output] = [Math.ceil(asked.length / 4), Math.ceil(answered.length / 4)]
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

/** `{id}` and `{total}` are values of the last result. */
const fillIn = (text: string, results: readonly string[]): string => {
  const last = results.at(-1) ?? ''
  return text
    .replaceAll('{id}', /"id":\s*"([A-Z]+-\d+)"/.exec(last)?.[1] ?? '')
    .replaceAll('{total}', /"total":\s*(\d+)/.exec(last)?.[1] ?? '')
}

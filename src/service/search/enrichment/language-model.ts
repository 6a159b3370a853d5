import { z } from 'zod'
import { createModelApi, type ModelApi } from '../model-api.ts'
import type { EnrichmentSettings } from './settings.ts'

/** A language model, as far as use cases need one. */
export type LanguageModel = Pick<ModelApi, 'close'> & {
  /** Answers of one model are not those of another. */
  name: string
  ask(prompt: Prompt, signal: AbortSignal): Promise<{ text: string; tokens: number }>
}

export type Prompt = { system: string; user: string }

/** The model cannot be used now; asking it again at once would not help. */
export class ModelUnavailable extends Error {
  override name = 'ModelUnavailable'
  /** What the model asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

const usualTimeoutMs = 60_000
const maxResponseBytes = 1024 * 1024

const answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ total_tokens: z.number().int().min(0).max(10_000_000) }).nullish(),
})

/**
 * A language model behind `POST {url}/chat/completions`. Only what every such API knows is sent: no
 * response format, temperature or limit.
 */
export const createLanguageModel = (settings: EnrichmentSettings): LanguageModel => {
  const api = createModelApi(settings, 'enrichment')
  const { model, timeoutMs = usualTimeoutMs } = settings
  return {
    name: `${api.host}/${model}`,
    close: api.close,
    ask: async ({ system, user }, signal) => {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]
      const { status, headers, body } = await api
        .post('chat/completions', { model, messages }, { timeoutMs, maxResponseBytes, signal })
        .catch((cause: unknown) => {
          throw new ModelUnavailable('The language model did not answer', undefined, { cause })
        })
      if (status !== 200)
        throw new ModelUnavailable(
          `The language model responded with ${status}; check PLUGBOARD_ENRICHMENT_URL, PLUGBOARD_ENRICHMENT_MODEL and PLUGBOARD_ENRICHMENT_KEY`,
          toMs(headers['retry-after']),
        )
      const { choices, usage } = parse(body)
      const text = choices[0]?.message.content ?? ''
      return { text, tokens: usage?.total_tokens ?? estimate(system + user + text) }
    },
  }
}

const parse = (body: Uint8Array): z.infer<typeof answer> => {
  try {
    return answer.parse(JSON.parse(new TextDecoder().decode(body)))
  } catch (cause) {
    throw new ModelUnavailable(
      'The language model did not answer as a chat completion',
      undefined,
      {
        cause,
      },
    )
  }
}

/** Of an API that does not count: three characters a token is on the safe side. */
const estimate = (text: string): number => Math.ceil(text.length / 3)

const toMs = (seconds: string | undefined): number | undefined =>
  seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined

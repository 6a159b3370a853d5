import type { SearchableTool } from '../engine/index.ts'
import type { SearchableToolkit } from '../to-searchable.ts'
import type { LanguageModel } from './language-model.ts'
import { readAnswer } from './read-answer.ts'
import type { EnrichmentSettings } from './settings.ts'
import { toPrompt } from './to-prompt.ts'

/** Counts a request by its result, with the tokens that it used. */
export type Counted = (result: 'valid' | 'invalid', tokens: number) => Promise<void>

type Parts = {
  model: Pick<LanguageModel, 'ask'>
  settings: Pick<EnrichmentSettings, 'languages'>
  count: Counted
}

/** How often the model is asked for the use cases of a tool. */
const mostRequests = 3

/**
 * The use cases of tools of one toolkit, by slug. Tools for which the model's answer is invalid are
 * asked for again, and left out when that does not help.
 */
export const writeUseCases = async (
  { model, settings: { languages }, count }: Parts,
  toolkit: SearchableToolkit,
  tools: readonly SearchableTool[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const written = new Map<string, readonly string[]>()
  for (let request = 1; request <= mostRequests; request += 1) {
    const missing = tools.filter(({ slug }) => !written.has(slug))
    if (missing.length === 0) break
    const { text, tokens } = await model.ask(toPrompt(toolkit, missing, languages), signal)
    const answered = readAnswer(text, missing.length, languages)
    for (const [position, useCases] of answered)
      written.set(missing[position]?.slug ?? '', useCases)
    await count(answered.size === missing.length ? 'valid' : 'invalid', tokens)
  }
  return written
}

import { getEncoding } from 'js-tiktoken'
import { alignRows } from '../../figures/print-table.ts'
import type { Usage } from './conversation.ts'
import { allTools, code, onDemand, search, type Mode } from './modes.ts'
import { openCatalogue } from './open-catalogue.ts'
import { plansWith } from './plans.ts'

/**
 * Prints what ten tasks cost in tokens (o200k_base) when a model gets all tools, searches with the
 * meta tools, loads them on demand, or writes code. The model is scripted and makes no mistake.
 */
export const printTasks = async (): Promise<void> => {
  await using catalogue = await openCatalogue()
  const { plugboard, slugs } = catalogue
  const modes: Record<string, Mode> = {
    'all tools': allTools(slugs),
    search,
    'on demand': onDemand,
    code,
  }
  const rows = []
  for (const [name, mode] of Object.entries(modes)) {
    const usages: Usage[] = []
    for (const plan of plansWith(`safari by ${name}`))
      usages.push(await mode(await plugboard.createSession('ada'), plan, countTokens))
    const mean = (of: keyof Usage) =>
      usages.reduce((sum, usage) => sum + usage[of], 0) / usages.length
    const fresh = mean('input') - mean('cached')
    rows.push([
      name,
      mean('requests').toFixed(1),
      ...[mean('input'), mean('cached'), fresh, mean('output')].map((tokens) => tokens.toFixed(0)),
      `${((mean('cached') / mean('input')) * 100).toFixed(0)} %`,
    ])
  }
  const heads = ['ten tasks, mean', 'requests', 'input', 'cached', 'not cached', 'output', 'hits']
  console.log(
    `\nTokens of a task, with a catalogue of ${slugs.length} tools\n\n${alignRows([heads, ...rows])}`,
  )
}

const encoding = getEncoding('o200k_base')
const counts = new Map<string, number>()

/** Definitions of tools return in each request. */
const countTokens = (text: string): number => {
  const known = counts.get(text)
  if (known !== undefined) return known
  const count = encoding.encode(text).length
  if (counts.size < 10_000) counts.set(text, count)
  return count
}

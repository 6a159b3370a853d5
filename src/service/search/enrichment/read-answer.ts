import { z } from 'zod'
import { plainText } from '../../platform/untrusted-text/index.ts'
import { perLanguage } from './settings.ts'

const longestUseCase = 200

const operations = z.object({ operations: z.array(z.unknown()).max(100) })

/**
 * The use cases in a model's answer, by the position of the operation that they are for; an
 * operation with an invalid answer is missing. Hidden characters are removed, and use cases that are
 * too long or too many are left out.
 */
export const readAnswer = (
  text: string,
  count: number,
  languages: readonly string[],
): ReadonlyMap<number, string[]> => {
  const found = new Map<number, string[]>()
  const answered = operations.safeParse(parse(text))
  if (!answered.success) return found
  const operation = z.object({
    id: z.number().int().min(1).max(count),
    use_cases: z.object(
      Object.fromEntries(languages.map((code) => [code, z.array(z.string()).max(100)])),
    ),
  })
  for (const given of answered.data.operations) {
    const { data } = operation.safeParse(given)
    if (!data || found.has(data.id - 1)) continue
    const lists = languages.map((code) =>
      toUseCases(data.use_cases[code] ?? [], perLanguage(languages)),
    )
    if (lists.every((list) => list.length > 0)) found.set(data.id - 1, lists.flat())
  }
  return found
}

const toUseCases = (texts: readonly string[], most: number): string[] => [
  ...new Set(
    texts
      .filter((text) => text.length <= 2 * longestUseCase)
      .map((text) => plainText(text, 2 * longestUseCase).replaceAll(/\s+/g, ' '))
      .filter((text) => text !== '' && text.length <= longestUseCase)
      .slice(0, most),
  ),
]

/** Some models wrap their JSON in a code block, or think aloud before it. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

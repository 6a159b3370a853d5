import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

export const kinds = ['everyday', 'steps', 'long', 'typos', 'languages', 'none'] as const

const slugs = z.array(z.string()).min(1)

const useCase = z.strictObject({
  id: z.string(),
  kind: z.enum(kinds),
  field: z.string(),
  language: z.string().default('en'),
  text: z.string(),
  /** Of each step the tools that do it, and those that are acceptable too. */
  steps: z.array(z.strictObject({ right: slugs, also: slugs.default([]) })),
})

export type UseCase = z.infer<typeof useCase>

/** Those that were locked until their figures were reported once. */
export const openedSets = [
  'opened',
  'opened-2',
  'opened-3',
  'opened-4',
  'opened-5',
  'opened-6',
  'opened-7',
  'opened-8',
] as const
export const sets = [
  'open',
  ...openedSets,
  'locked',
  'fresh',
  'nothing',
  'languages',
  'github',
  'featured',
] as const
export type CaseSet = (typeof sets)[number]

const fileOf = (set: CaseSet): URL => new URL(`${set}.yaml`, import.meta.url)

/** The locked set is added when the ranking is done. */
export const hasCases = (set: CaseSet): boolean => existsSync(fileOf(set))

export const readCaseFile = async (set: CaseSet): Promise<UseCase[]> => {
  const text = await readFile(fileOf(set), 'utf8')
  const cases = z.array(useCase).parse(parse(text))
  const wrong = cases.find(({ kind, steps }) => (kind === 'none') !== (steps.length === 0))
  if (wrong) throw new Error(`${wrong.id} of ${set}.yaml must have steps, or be of the kind none`)
  return cases
}

/** The use cases of a set; `known` are the tools of the catalogue they are asked in. */
export const readCases = async (set: CaseSet, known: ReadonlySet<string>): Promise<UseCase[]> => {
  const cases = await readCaseFile(set)
  for (const { id, steps } of cases) {
    const missing = steps
      .flatMap(({ right, also }) => [...right, ...also])
      .filter((slug) => !known.has(slug))
    if (missing.length > 0)
      throw new Error(`${id} of ${set}.yaml names tools that no import made: ${missing.join(', ')}`)
  }
  return cases
}

/** Whether a use case of a set that is divided serves to measure only: half of them, by their hash. */
export const isHeldOut = (id: string): boolean =>
  Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 1), 16) % 2 === 1

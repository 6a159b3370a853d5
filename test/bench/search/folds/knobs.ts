import type { Change } from './load-variant.ts'

/**
 * A number of the ranking that was found by trying, where one would begin who has tried nothing,
 * and what could be tried.
 */
type Knob = {
  file: string
  text: (value: number) => string
  chosen: number
  neutral: number
  values: readonly number[]
}

const field = (name: string, chosen: number, values: readonly number[]): Knob => ({
  file: 'fields.ts',
  text: (value) => `    name: '${name}',\n    weight: ${value},`,
  chosen,
  neutral: 1,
  values,
})

const constant = (
  file: string,
  name: string,
  chosen: number,
  neutral: number,
  values: readonly number[],
): Knob => ({ file, text: (value) => `const ${name} = ${value}\n`, chosen, neutral, values })

export const knobs: readonly Knob[] = [
  field('name', 3, [1, 2, 3, 4.5]),
  field('toolkit', 1, [0.5, 1, 2]),
  field('description', 1, [0.6, 1, 1.6]),
  field('parameters', 0.5, [0.2, 0.5, 1]),
  field('parameter descriptions', 0.3, [0.1, 0.3, 1]),
  // As usual with BM25.
  constant('impact.ts', 'saturation', 1.5, 1.2, [0.8, 1.2, 1.5, 3]),
  constant('impact.ts', 'lengthPenalty', 0.3, 0.75, [0, 0.3, 0.75]),
  {
    file: 'query/expansions.ts',
    text: (value) => `const topic = { weight: ${value},`,
    chosen: 0.35,
    neutral: 0,
    values: [0, 0.15, 0.35, 0.6],
  },
  {
    file: 'query/expansions.ts',
    text: (value) => `const synonym = { weight: ${value},`,
    chosen: 0.7,
    neutral: 0,
    values: [0, 0.4, 0.7],
  },
  constant('ranking/score-tools.ts', 'clauseShare', 0.6, 0, [0, 0.3, 0.6, 0.9]),
  constant('ranking/pair-score.ts', 'pairShare', 0.15, 0, [0, 0.15, 0.3]),
  constant('query/read-query.ts', 'repetition', 0.3, 1, [0, 0.3, 1]),
  constant('query/read-query.ts', 'politeWeight', 0.2, 1, [0, 0.2, 1]),
]

/** The values of all knobs, in their order. */
export type Setting = readonly number[]

export const neutralSetting: Setting = knobs.map(({ neutral }) => neutral)

export const toChanges = (setting: Setting): Change[] =>
  knobs.flatMap(({ file, text, chosen }, at) =>
    setting[at] === chosen ? [] : [{ file, from: text(chosen), to: text(setting[at] ?? chosen) }],
  )

/** The values that are part of an index already; the others count when it is searched. */
export const indexedPart = (setting: Setting): string =>
  knobs
    .flatMap(({ file }, at) => (['fields.ts', 'impact.ts'].includes(file) ? [setting[at]] : []))
    .join(' ')

/** The values that differ from those in the engine, for people. */
export const describeSetting = (setting: Setting): string =>
  toChanges(setting)
    .map(({ to }) => to.replace('const ', '').replace(/[{},]/g, '').trim())
    .join(', ') || 'none'

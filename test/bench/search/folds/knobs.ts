import { readFileSync } from 'node:fs'
import { engine, type Change } from './load-variant.ts'

/**
 * A number of the ranking that was found by trying, as it stands in the engine, where one would
 * begin who has tried nothing, and what is tried. Those of marks, tags and outputs are not
 * among them, as the collected catalogues have none, nor are those of phrases, values, signals,
 * toolkits and steps: they were chosen by use cases over real APIs.
 */
type Knob = {
  file: string
  text: (value: number) => string
  chosen: number
  neutral: number
  values: readonly number[]
}

/** A number between two texts of a file, which occur nowhere else in it. */
const number = (
  file: string,
  [before, after]: readonly [string, string],
  neutral: number,
  values: readonly number[],
): Knob => {
  const [, rest = ''] = readFileSync(new URL(file, engine), 'utf8').split(before)
  const chosen = Number(rest.slice(0, rest.indexOf(after)))
  if (!Number.isFinite(chosen) || rest === '')
    throw new Error(`${file} has no number after "${before}"; the engine was changed since`)
  return { file, text: (value) => `${before}${value}${after}`, chosen, neutral, values }
}

const field = (name: string, values: readonly number[]): Knob =>
  number('fields.ts', [`    name: '${name}',\n    weight: `, ',\n'], 1, values)

const constant = (file: string, name: string, neutral: number, values: readonly number[]): Knob =>
  number(file, [`const ${name} = `, '\n'], neutral, values)

const expansion = (name: string, values: readonly number[]): Knob =>
  number('query/expansions.ts', [`const ${name} = { weight: `, ','], 0, values)

export const knobs: readonly Knob[] = [
  field('name', [2, 3, 4.5]),
  field('toolkit', [0.5, 2]),
  field('description', [0.6, 1.6]),
  field('parameters', [0.2, 0.5]),
  field('parameter descriptions', [0.1, 0.3]),
  // As usual with BM25.
  constant('impact.ts', 'saturation', 1.2, [0.8, 1.5, 3]),
  // Without one, a text that says everything would be found for everything.
  constant('impact.ts', 'lengthPenalty', 0.75, [0.3]),
  expansion('topic', [0.15, 0.35, 0.6]),
  expansion('synonym', [0.4, 0.7]),
  expansion('abbreviation', [0.7]),
  constant('ranking/plan-terms.ts', 'spellingWeight', 0, [0.4, 0.8]),
  constant('ranking/score-tools.ts', 'clauseShare', 0, [0.3, 0.6, 0.9]),
  constant('ranking/pair-score.ts', 'pairShare', 0, [0.15, 0.25, 0.3]),
  constant('query/read-query.ts', 'repetition', 1, [0, 0.3]),
  constant('query/read-query.ts', 'politeWeight', 1, [0, 0.2]),
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
    .map(({ to }) =>
      to
        .replace(/const |name: |weight: |[{},']/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join(', ') || 'none'

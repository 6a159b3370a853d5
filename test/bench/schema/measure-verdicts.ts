import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '../../../src/schema/compiler/formats.ts'
import { mutationsOf, sampleValue } from '../../schema/sample-values.ts'
import type { RatedFigure } from '../figures/figure.ts'
import { converters, own, tryConvert } from './converters.ts'
import { toSortedText } from './facts.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'
import { correctness, share, type Comparison } from './measure-lossless.ts'

type Score = {
  verdicts: number
  agreed: number
  altered: number
  noConversion: number
  disagreements: string[]
}

/**
 * How often each conversion says what ajv says, of samples and what becomes of them; and whether it
 * gives values back as they were.
 */
export const measureVerdicts = (
  schemas: readonly NamedSchema[],
  mutations: number,
  say: (text: string) => void,
): Comparison => {
  const scores = new Map(
    Object.keys(converters).map((name): [string, Score] => [
      name,
      { verdicts: 0, agreed: 0, altered: 0, noConversion: 0, disagreements: [] },
    ]),
  )
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    formats: Object.fromEntries([...formats].map(([name, { matches }]) => [name, matches])),
  })
  let unjudged = 0
  for (const [index, named] of schemas.entries()) {
    if (index % 500 === 0) say(`verdicts: ${index} of ${schemas.length} schemas`)
    const oracle = compileWith(ajv, named.schema)
    if (!oracle) unjudged += 1
    else judge(named, oracle, mutations, scores)
  }
  const figures: RatedFigure[] = [...scores]
    .filter(([name]) => own.has(name))
    .flatMap(([name, { verdicts, agreed, altered, disagreements }]) => [
      {
        ...correctness(
          `${name}: verdicts that agree with ajv`,
          share(agreed, verdicts),
          { atLeast: 99.9 },
          '%',
        ),
        note: describe(verdicts, unjudged, disagreements),
      },
      correctness(`${name}: values altered`, altered, { atMost: 0 }),
    ])
  return {
    figures,
    rows: [
      ['conversion', 'verdicts', 'as ajv', 'altered', 'not converted'],
      ...[...scores].map(([name, score]) => toRow(name, score)),
    ],
  }
}

/** ajv refuses a few real schemas (`nullable` without `type`); on those it has no verdict. */
const compileWith = (ajv: Ajv2020, schema: NamedSchema['schema']): ValidateFunction | undefined => {
  try {
    return ajv.compile({ ...schema, $schema: undefined })
  } catch {
    return undefined
  }
}

const judge = (
  { name: tool, schema }: NamedSchema,
  oracle: ValidateFunction,
  mutations: number,
  scores: Map<string, Score>,
): void => {
  const sample = sampleValue(schema)
  const values = [sample, ...mutationsOf(sample, mutations)].map((value) => ({
    value,
    text: toSortedText(value),
    expected: oracle(value),
  }))
  for (const [name, score] of scores) {
    const type = tryConvert(name, schema)
    if (type instanceof Error) score.noConversion += 1
    for (const { value, text, expected } of values) {
      const parsed = type instanceof Error ? undefined : tryParse(type, value)
      score.verdicts += 1
      if (parsed?.success === expected) score.agreed += 1
      else if (score.disagreements.length < 5)
        score.disagreements.push(`${tool} on ${text.slice(0, 80)}`)
      if (parsed?.success && toSortedText(parsed.data) !== text) score.altered += 1
    }
  }
}

/** Converted schemas may throw only here, as one that is written wrongly. */
const tryParse = (
  type: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  value: unknown,
) => {
  try {
    return type.safeParse(structuredClone(value))
  } catch {
    return undefined
  }
}

const toRow = (name: string, { verdicts, agreed, altered, noConversion }: Score): string[] => [
  name,
  String(verdicts),
  `${share(agreed, verdicts).toFixed(2)} %`,
  String(altered),
  String(noConversion),
]

const describe = (verdicts: number, unjudged: number, disagreements: readonly string[]): string =>
  `${verdicts} verdicts; ajv had none on ${unjudged} schemas that it does not compile${disagreements.length > 0 ? `; first disagreements: ${disagreements.join(' | ')}` : ''}`

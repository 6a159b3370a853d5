import { applyProfile, compileSchema, type ProfiledSchema } from '../../../src/schema/index.ts'
import { modelAnswers } from '../../schema/profiles/model-answers.ts'
import { breakRules, families } from '../../schema/profiles/rules/index.ts'
import { generateArguments } from '../../support/generate-arguments.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { toSortedText } from './facts.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'
import { correctness, share } from './measure-lossless.ts'

/**
 * Whether each family takes what its profile makes of the schemas, and whether arguments come back
 * as they were meant.
 */
export const measureProfiles = (schemas: readonly NamedSchema[]): RatedFigure[] =>
  families.flatMap((family) => {
    const profiled = schemas.map(({ schema }) => ({ schema, made: applyProfile(schema, family) }))
    const broken = profiled.filter(
      ({ made }) =>
        made.strict !== undefined &&
        breakRules(family, made as Parameters<typeof breakRules>[1]).length > 0,
    )
    const meant = profiled.flatMap(({ schema, made }) => toMeant(schema, made))
    const figures = [
      correctness(`${family}: schemas that break a published rule of the family`, broken.length, {
        atMost: 0,
      }),
      {
        ...correctness(
          `${family}: arguments that come back as they were meant`,
          share(meant.filter(Boolean).length, meant.length),
          { atLeast: 100 },
          '%',
        ),
        note: `${meant.length} schemas with arguments that fit them`,
      },
    ]
    if (family !== 'openai-strict') return figures
    return [
      rate({
        name: 'openai-strict: schemas that go strict',
        ours: {
          value: share(profiled.filter(({ made }) => made.strict).length, profiled.length),
          unit: '%',
        },
        bar: { of: 'value', atLeast: 97 },
      }),
      ...figures,
    ]
  })

/** Whether one of the likely answers of a model becomes the arguments that it means. */
const toMeant = (schema: Record<string, unknown>, made: ProfiledSchema): boolean[] => {
  const generated = generateArguments(schema, { optional: true })
  if (!('arguments' in generated)) return []
  const text = toSortedText(generated.arguments)
  const validator = compileSchema(made.schema)
  let tries = 0
  for (const answer of modelAnswers(made, generated.arguments)) {
    if (validator.validate(answer).ok && toSortedText(made.restore(answer)) === text) return [true]
    tries += 1
    if (tries >= mostAnswers) break
  }
  return [false]
}

const mostAnswers = 50

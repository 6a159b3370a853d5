import { tool as langchainTool } from '@langchain/core/tools'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { tool as aiTool } from 'ai'
import { z } from 'zod'
import { aiTools } from '../../../adapters/ai/index.ts'
import { langchainTools } from '../../../adapters/langchain/index.ts'
import { compileSchema, toZod } from '../../../src/schema/index.ts'
import { generateArguments } from '../../support/generate-arguments.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { sessionOf } from './channels.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'
import { compare, type Compared } from './ratio.ts'

const rounds = 11
/** Of tools that are called in turn, none of them thousands of times: compiled anew each round. */
const fewSchemas = 100
const fewRounds = 7
const hotTurns = 500_000

/** Time against zod's own converter and ajv, on real schemas with arguments that fit them. */
export const measureSpeed = async (
  schemas: readonly NamedSchema[],
  count: number,
  say: (text: string) => void,
): Promise<RatedFigure[]> => {
  const calls = toCalls(schemas, count)
  const named = (
    name: string,
    reference: string,
    atMost: number,
    compared: Compared,
    note?: string,
  ): RatedFigure =>
    rate({
      name: `${name}, ${calls.length} schemas (CPU)`,
      ours: { value: compared.ours, unit: 'ms' },
      reference: { value: compared.reference, unit: 'ms', name: reference },
      ratio: compared.ratio,
      bar: { of: 'ratio', atMost },
      ...(note !== undefined && { note }),
    })
  /** Copies that no cache has seen. */
  const fresh = (round: number) =>
    calls.map(({ schema, value }, index) => ({
      name: `TOOL_${index}`,
      schema: { ...structuredClone(schema), $comment: `${round}` },
      value,
    }))

  say('speed: convert and first parse')
  const first = await compare(
    rounds,
    fresh,
    (given) => given.forEach(({ schema, value }) => toZod(schema).parse(value)),
    (given) => given.forEach(({ schema, value }) => z.fromJSONSchema(schema).safeParse(value)),
  )

  say('speed: steady parse')
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
  })
  const steadily = calls.map(({ schema, value }) => ({
    value,
    type: toZod(schema),
    validator: compileSchema(schema),
    oracle: ajv.compile({ ...schema, $schema: undefined }),
  }))
  const repeat = (work: (call: (typeof steadily)[number]) => unknown) => () => {
    for (let turn = 0; turn < 20; turn += 1) for (const call of steadily) work(call)
  }
  const ajvWork = repeat(({ oracle, value }) => oracle(value))
  const nothing = () => undefined
  const parse = await compare(
    rounds,
    nothing,
    repeat(({ type, value }) => type.parse(value)),
    ajvWork,
  )
  const validate = await compare(
    rounds,
    nothing,
    repeat(({ validator, value }) => validator.validate(value)),
    ajvWork,
  )

  say('speed: many schemas in turn')
  const inTurn = await compare(
    fewRounds,
    (round) =>
      fresh(round)
        .slice(0, fewSchemas)
        .map(({ schema, value }) => {
          const { validate } = compileSchema(schema)
          const oracle = ajv.compile({ ...schema, $schema: undefined })
          validate(value)
          oracle(value)
          return { validate, oracle, value }
        }),
    (given) => twentyTimes(() => given.forEach(({ validate, value }) => validate(value))),
    (given) => twentyTimes(() => given.forEach(({ oracle, value }) => oracle(value))),
  )

  say('speed: one schema')
  const [hot] = steadily
  const again = (work: (call: (typeof steadily)[number]) => unknown) => () => {
    if (hot) for (let turn = 0; turn < hotTurns; turn += 1) work(hot)
  }
  const one = await compare(
    rounds,
    nothing,
    again(({ validator, value }) => validator.validate(value)),
    again(({ oracle, value }) => oracle(value)),
  )

  say('speed: tools of frameworks')
  const ai = await compare(
    rounds,
    fresh,
    (given) => aiTools(sessionOf(given)),
    (given) =>
      given.map(({ schema }) =>
        aiTool({ description: 'A tool', inputSchema: z.fromJSONSchema(schema) }),
      ),
  )
  const langchain = await compare(
    rounds,
    fresh,
    (given) => langchainTools(sessionOf(given)),
    (given) =>
      given.map(({ schema, name }) =>
        langchainTool(() => '', {
          name,
          description: 'A tool',
          schema: z.fromJSONSchema(schema) as never,
        }),
      ),
  )

  return [
    named('convert + first parse', 'z.fromJSONSchema', 0.06, first),
    named('steady parse, 20 times', 'compiled ajv', 1, parse),
    named('steady validation without zod, 20 times', 'compiled ajv', 1, validate),
    rate({
      name: `one validation, the first 20 of each of ${fewSchemas} schemas in turn (CPU)`,
      ours: { value: toNs(inTurn.ours, 20 * fewSchemas), unit: 'ns' },
      reference: {
        value: toNs(inTurn.reference, 20 * fewSchemas),
        unit: 'ns',
        name: 'compiled ajv',
      },
      ratio: inTurn.ratio,
      bar: { of: 'ratio', atMost: 1 },
      note: 'as tools of many users are called; "steady" is after hundreds of calls of each',
    }),
    rate({
      name: 'one validation by a hot schema (CPU)',
      ours: { value: toNs(one.ours, hotTurns), unit: 'ns' },
      reference: { value: toNs(one.reference, hotTurns), unit: 'ns', name: 'compiled ajv' },
      bar: { of: 'value', atMost: 100 },
    }),
    rate({
      name: `steady validation of one schema, ${hotTurns} times (CPU)`,
      ours: { value: one.ours, unit: 'ms' },
      reference: { value: one.reference, unit: 'ms', name: 'compiled ajv' },
      ratio: one.ratio,
      note: 'the code of ajv is generated for the schema, which needs eval',
    }),
    named('tools built for the AI SDK', 'with z.fromJSONSchema', 0.05, ai),
    named('tools built for LangChain', 'with z.fromJSONSchema', 0.05, langchain),
  ]
}

const twentyTimes = (work: () => void): void => {
  for (let turn = 0; turn < 20; turn += 1) work()
}

const toNs = (milliseconds: number, count: number): number => (milliseconds * 1e6) / count

/** Schemas that zod's converter and ajv take too, spread over all, with arguments that fit. */
const toCalls = (
  schemas: readonly NamedSchema[],
  count: number,
): (NamedSchema & { value: Record<string, unknown> })[] => {
  const step = Math.max(1, Math.floor(schemas.length / (count * 1.25)))
  const calls = []
  for (let at = 0; at < schemas.length && calls.length < count; at += step) {
    const named = schemas[at]
    const generated =
      named && isTaken(named.schema)
        ? generateArguments(named.schema, { optional: true })
        : undefined
    if (named && generated && 'arguments' in generated)
      calls.push({ ...named, value: generated.arguments })
  }
  return calls
}

const isTaken = (schema: Record<string, unknown>): boolean => {
  try {
    z.fromJSONSchema(schema)
    new Ajv2020({ strict: false, validateSchema: false, logger: false }).compile({
      ...schema,
      $schema: undefined,
    })
    return true
  } catch {
    return false
  }
}

import { rate, type RatedFigure } from '../figures/figure.ts'
import { converters, own, tryConvert } from './converters.ts'
import { ownChannels, zodChannels, type Sent } from './channels.ts'
import { compareFacts } from './facts.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'

export type Comparison = { rows: string[][]; figures: RatedFigure[] }

/** What of the schemas reaches a model, by each way of conversion and each framework. */
export const measureLossless = async (
  schemas: readonly NamedSchema[],
  say: (text: string) => void,
): Promise<Comparison> => {
  const rows = [['conversion', 'sent by', 'as written', 'no answer', 'facts lost', 'facts added']]
  const figures: RatedFigure[] = []
  for (const name of Object.keys(converters)) {
    say(`lossless: ${name}`)
    const types = schemas.map(({ schema }) => tryConvert(name, schema))
    const isOwn = own.has(name)
    if (isOwn)
      figures.push(
        correctness(
          `${name}: conversions that throw`,
          types.filter((type) => type instanceof Error).length,
          { atMost: 0 },
        ),
      )
    for (const [channel, send] of Object.entries(zodChannels)) {
      const tally = count(schemas, await send(types))
      rows.push([name, channel, ...toCells(tally, schemas.length)])
      if (isOwn && channel === 'zod')
        figures.push(
          correctness(
            `${name}: schemas that come through zod as written`,
            share(tally.whole, schemas.length),
            { atLeast: 100 },
            '%',
          ),
        )
    }
  }
  for (const [channel, send] of Object.entries(ownChannels)) {
    say(`lossless: our adapter, ${channel}`)
    const tally = count(schemas, await send(schemas))
    rows.push(['our adapter', channel, ...toCells(tally, schemas.length)])
    figures.push(
      correctness(
        `our adapter: schemas that reach the model as written by ${channel}`,
        share(tally.whole, schemas.length),
        { atLeast: 100 },
        '%',
      ),
    )
  }
  return { rows, figures }
}

export const share = (part: number, whole: number): number =>
  whole === 0 ? 100 : (part / whole) * 100

export const correctness = (
  name: string,
  value: number,
  bar: { atMost?: number; atLeast?: number },
  unit: '%' | 'times' = 'times',
): RatedFigure => rate({ name, ours: { value, unit }, bar: { of: 'value', ...bar } })

type Tally = { whole: number; none: number; facts: number; lost: number; added: number }

const count = (schemas: readonly NamedSchema[], sent: readonly Sent[]): Tally => {
  const tally: Tally = { whole: 0, none: 0, facts: 0, lost: 0, added: 0 }
  for (const [index, { schema }] of schemas.entries()) {
    const result = sent[index]
    const none = result instanceof Error || typeof result !== 'object' || result === null
    const { facts, lost, added } = compareFacts(schema, none ? {} : result)
    tally.facts += facts
    tally.lost += lost
    tally.added += none ? 0 : added
    if (none) tally.none += 1
    else if (lost + added === 0) tally.whole += 1
  }
  return tally
}

const toCells = ({ whole, none, facts, lost, added }: Tally, total: number): string[] => [
  `${share(whole, total).toFixed(1)} %`,
  String(none),
  `${share(lost, facts).toFixed(2)} %`,
  `${share(added, facts).toFixed(2)} %`,
]

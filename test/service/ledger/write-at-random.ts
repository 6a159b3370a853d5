import { PlugboardError } from '../../../src/client/index.ts'
import type { Kind } from './kinds.ts'
import type { LedgerRecord } from './ledger.ts'

export type Book = Map<string, LedgerRecord[]>

export type Counts = { acknowledged: number; unanswered: number }

/** One random write after the other, each noted with what it may have done, until `isEnough`. */
export const writeAtRandom = async (
  kinds: Record<string, Kind>,
  book: Book,
  counts: Counts,
  {
    random,
    seed,
    isEnough,
    whileDown,
  }: {
    random: () => number
    seed: string
    isEnough: () => boolean
    whileDown: () => Promise<void>
  },
): Promise<void> => {
  const choose = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)]

  for (let number = 0; !isEnough(); number += 1) {
    await whileDown()
    const [kindName, kind] = choose(Object.entries(kinds)) ?? []
    if (!kindName || !kind) return
    const records = book.get(kindName) ?? []
    book.set(kindName, records)
    const record =
      random() < 0.5
        ? undefined
        : choose(
            records.filter(
              ({ id, states, isBusy }) => id !== undefined && !isBusy && !states.has(null),
            ),
          )
    const acknowledged =
      record === undefined
        ? await create(kind, records, `ledger-${seed}-${number.toString(36)}`)
        : await rewrite(kind, record, random)
    counts[acknowledged ? 'acknowledged' : 'unanswered'] += 1
  }
}

const create = async (kind: Kind, records: LedgerRecord[], name: string): Promise<boolean> => {
  const record: LedgerRecord = {
    name,
    id: undefined,
    states: new Set([null, kind.initial]),
    version: 0,
    isBusy: true,
  }
  records.push(record)
  record.id = await answered(kind.create(name))
  if (record.id !== undefined) record.states = new Set([kind.initial])
  record.isBusy = false
  return record.id !== undefined
}

/** Changes a record or removes it; what was not answered may have happened or not. */
const rewrite = async (
  kind: Kind,
  record: LedgerRecord,
  random: () => number,
): Promise<boolean> => {
  const { change, remove, stateOf } = kind
  const version = record.version + 1
  const isRemoval = remove !== undefined && (change === undefined || random() < 0.3)
  const write = isRemoval
    ? remove(record.id ?? '')
    : change?.(record.id ?? '', record.name, version)
  if (!write) return true
  const next = isRemoval ? null : (stateOf?.(version) ?? kind.initial)
  record.isBusy = true
  record.version = version
  record.states.add(next)
  const isAnswered = (await answered(write.then(() => 'yes'))) !== undefined
  if (isAnswered) record.states = new Set([next])
  record.isBusy = false
  return isAnswered
}

/** Undefined where no answer came; an answer that is a refusal is an error of the test. */
const answered = async (write: Promise<string>): Promise<string | undefined> => {
  try {
    return await write
  } catch (error) {
    if (error instanceof PlugboardError && (error.slug === 'network' || error.status === 503))
      return undefined
    throw error
  }
}

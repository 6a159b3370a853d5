import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { fixedSeed } from '../../support/seed.ts'
import {
  countByLevel,
  isThorough,
  sampleAtDesk,
  triesEveryRequest,
} from '../../support/thorough.ts'
import { unknownOf } from '../isolation/requests.ts'
import { hostileValues } from './mutate.ts'
import { placesIn, type Place } from './negative-places.ts'
import {
  addDeadDelivery,
  inParallel,
  problemsOf,
  startNegativeService,
  type NegativeService,
} from './negative-service.ts'
import { createValid, kindOf } from './negative-values.ts'
import { watch } from './negative-watch.ts'
import { operations, type Operation } from './operations.ts'
import { sendOperation, type Input } from './send-operation.ts'
import { asOwner, inOrder, schemaOf, validInput, type Part } from './valid-input.ts'

/** This many hostile values in turn, beginning elsewhere with another seed. */
const valuesPerField = countByLevel('hostile values per field', {
  desk: 1,
  gate: triesEveryRequest ? 8 : 2,
  full: hostileValues.length,
})

/**
 * They succeed only after a person has opened a page, a third party's server has changed its list, or
 * as long as another operation has not deleted the same.
 */
const notAskedValidly = new Set([
  'connectedAccounts.confirm',
  'connections.confirm',
  'connections.delete',
  'toolkits.acceptChanges',
  'toolkits.rejectChanges',
])

let running: NegativeService
beforeAll(async () => {
  running = await startNegativeService()
})
afterAll(() => running.close())

const placesOf = (operation: Operation, part: Part): Place[] => {
  const schema = schemaOf(operation, part)
  const valid = createValid(running.project, running.upstream.url)
  return schema
    ? placesIn(schema, (inner, path) => valid(inner, `${operation.name} ${part} ${path}`))
    : []
}

it('a request that is valid in every field succeeds', { timeout: 300_000 }, async () => {
  verifies('conventions.valid-input')
  const { database } = await createSharedDatabase()
  const { target, project, upstream, close } = await startNegativeService({ database })
  onTestFinished(close)
  await addDeadDelivery(database, project)
  const refused: string[] = []
  for (const operation of inOrder(operations.filter(({ name }) => !notAskedValidly.has(name)))) {
    const { request, status, text } = await sendOperation(
      target,
      asOwner(operation),
      validInput(operation, project, upstream.url),
    )
    if (status >= 400)
      refused.push(`${operation.name}: ${request} -> ${status} ${text.slice(0, 400)}`)
  }
  expect(refused).toEqual([])
})

it(
  'a hostile value in any one field is taken or refused as the contract says, and others are answered meanwhile',
  { timeout: 600_000 },
  async () => {
    verifies(
      'conventions.listed-statuses',
      'conventions.invalid-input',
      'conventions.negative.fields',
      'conventions.negative.others',
    )
    const watcher = watch(running.target)
    const tasks = sampleAtDesk(3, operations).flatMap((operation) => {
      const valid = validInput(operation, running.project, running.upstream.url)
      return (['params', 'query', 'body'] as const).flatMap((part) =>
        placesOf(operation, part).flatMap((place, index) =>
          valuesFor(place, index).map(
            (value) => () => tryValue(operation, { ...valid, [part]: place.holding(value) }),
          ),
        ),
      )
    })
    const problems = await inParallel(tasks)
    const { asked, problems: late } = await watcher.stop()
    expect(
      problems.slice(0, 20),
      `${problems.length} problems in ${tasks.length} requests`,
    ).toEqual([])
    expect(late).toEqual([])
    expect(asked).toBeGreaterThan(4)
    expect(tasks.length).toBeGreaterThan(isThorough ? 1_000 : 300)
    expect(Object.prototype).not.toHaveProperty('polluted')
  },
)

const valuesFor = ({ schema }: Place, index: number): unknown[] => {
  const kind = kindOf(schema)
  const first = fixedSeed + index * valuesPerField
  const rotating = Array.from(
    { length: valuesPerField },
    (_, offset) => hostileValues[(first + offset) % hostileValues.length],
  )
  return kind ? [...rotating, unknownOf(kind)] : rotating
}

const tryValue = async (operation: Operation, input: Input): Promise<string[]> => {
  const params = toRecord(input.params)
  const query = toRecord(input.query)
  const { body } = operation.endpoint
  const isRefused =
    body !== undefined && !body.safeParse(JSON.parse(JSON.stringify(input.body ?? {}))).success
  const sent = await sendOperation(running.target, operation, { params, query, body: input.body })
  return problemsOf(operation, sent, isRefused && !hasAliases(operation) ? [400] : undefined)
}

/** A field may also be given by its old name. */
const hasAliases = ({ endpoint }: Operation): boolean => endpoint.aliases !== undefined

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

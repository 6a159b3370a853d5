import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { errorEnvelope } from '../../../src/contract/errors.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { mutated } from './mutate.ts'
import { listedStatuses, mediaTypeOf, operations, type Operation } from './operations.ts'
import { sendOperation, type Input, type Sent } from './send-operation.ts'
import { toArbitrary } from './to-arbitrary.ts'
import { fixedSeed } from '../../support/seed.ts'
import { countByLevel, triesEveryRequest } from '../../support/thorough.ts'

const runs = countByLevel('generated requests per operation', {
  desk: 4,
  gate: triesEveryRequest ? 25 : 15,
  full: 250,
})

let notes: NotesService
/** Ids and slugs that exist, so that not every request ends at an unknown one. */
let existing: string[]

beforeAll(async () => {
  notes = await startNotesService()
  const account = await notes.connect('ada')
  const { session_id } = await notes.service.client.sessions.create({ body: { user_id: 'ada' } })
  existing = [
    account,
    session_id,
    notes.authConfigId,
    'notes',
    'NOTES_LIST_NOTES',
    'SVC_SEARCH_TOOLS',
  ]
})
afterAll(() => notes.close())

/**
 * Deleting what the other runs need, or the project itself, would leave them with nothing to find.
 */
const isSpared = ({ endpoint }: Operation, input: Input): boolean =>
  endpoint.method === 'DELETE' &&
  Object.values(input.params).some((value) => typeof value === 'string' && existing.includes(value))

const part = (schema: z.ZodType | undefined): fc.Arbitrary<unknown> =>
  schema ? toArbitrary(schema) : fc.constant({})

const inputs = ({ endpoint }: Operation): fc.Arbitrary<Input> => {
  const params = part(endpoint.params).chain((generated) =>
    fc.record(
      Object.fromEntries(
        Object.entries(generated as Record<string, unknown>).map(([name, value]) => [
          name,
          fc.oneof(fc.constant(value), fc.constantFrom(...existing)),
        ]),
      ),
    ),
  )
  const valid = fc.record({
    params,
    query: part(endpoint.query),
    body: endpoint.body ? toArbitrary(endpoint.body) : fc.constant(undefined),
  })
  const invalid = fc.record({
    params: mutated(params),
    query: mutated(part(endpoint.query)),
    body: endpoint.body ? mutated(toArbitrary(endpoint.body)) : fc.constant(undefined),
  }) as fc.Arbitrary<Input>
  return fc.oneof(valid, invalid).map((input) => ({
    ...(input as Input),
    params: toRecord(input.params),
    query: toRecord(input.query),
  }))
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const check = (operation: Operation, sent: Sent): void => {
  const where = `${operation.name}: ${sent.request}\n-> ${sent.status} ${sent.text.slice(0, 500)}`
  expect(sent.status, where).not.toBe(500)
  // An input that changes the path is answered by whatever lies there, or by nothing.
  expect([...listedStatuses(operation), 404], where).toContain(sent.status)
  if (sent.status === 204) return
  expect(sent.contentType, where).toContain(mediaTypeOf(operation, sent.status))
  const body: unknown = sent.contentType.includes('json') ? JSON.parse(sent.text) : undefined
  if (sent.status >= 400) expect(errorEnvelope.safeParse(body).error, where).toBeUndefined()
}

describe('every operation answers as its contract says, whatever it is sent', () => {
  it.each(operations)('$name', { timeout: 600_000 }, async (operation) => {
    await fc.assert(
      fc.asyncProperty(inputs(operation), async (input) => {
        if (isSpared(operation, input)) return
        check(operation, await sendOperation(notes.service, operation, input))
      }),
      { numRuns: runs, seed: fixedSeed, endOnFailure: true },
    )
  })
})

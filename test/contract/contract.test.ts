import type { z } from 'zod'
import { expect, test } from 'vitest'
import { errorTable } from '../../src/contract/errors.ts'
import { verifies } from '../requirements.ts'
import { namesIn, operations } from './operations.ts'

const breaking = (isBroken: (operation: (typeof operations)[number]) => boolean) =>
  operations.filter(isBroken).map(({ name }) => name)

test('no two endpoints have the same method and path', () => {
  // Names of parameters make no difference to a router.
  const routes = operations.map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
  )

  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
})

test('the parameters of a path are exactly the declared ones', () => {
  const declared = operations.map(({ name, endpoint }) => [
    name,
    Object.keys(endpoint.params?.shape ?? {}).toSorted(),
  ])
  const written = operations.map(({ name, endpoint }) => [name, namesIn(endpoint.path).toSorted()])

  expect(declared).toEqual(written)
})

test('every endpoint that takes a key may answer that it is missing or invalid', () => {
  expect(
    breaking(
      ({ endpoint }) => endpoint.auth !== 'public' && !endpoint.errors.includes('unauthorized'),
    ),
  ).toEqual([])
})

test('every endpoint may answer an unexpected error', () => {
  expect(breaking(({ endpoint }) => !endpoint.errors.includes('internal'))).toEqual([])
})

test('GET and DELETE have no body', () => {
  expect(
    breaking(
      ({ endpoint }) => ['GET', 'DELETE'].includes(endpoint.method) && endpoint.body !== undefined,
    ),
  ).toEqual([])
})

/**
 * POSTs that only read, that make the same of the same however often they arrive, or a file or
 * token that nobody uses and that expires.
 */
const repeatable = new Set([
  'connectTokens.create',
  'connections.confirm',
  'connections.decide',
  'connections.link',
  'files.requestUpload',
  'files.upload',
  'mcp.generate',
  'mcp.rotateUrls',
  'sessions.attach',
  'sessions.createApprovalTicket',
  'sessions.decide',
  'sessions.search',
  'sessions.storeResult',
  'toolkits.acceptChanges',
  'toolkits.multi',
  'toolkits.rejectChanges',
  'tools.annotate',
  'tools.cancel',
  'authConfigs.check',
  'toolkits.diagnose',
])

test('operations that create or execute, and no others, take an idempotency key', () => {
  verifies('idempotency.declared')
  expect(
    breaking(({ endpoint }) => endpoint.idempotencyKey === true && endpoint.method !== 'POST'),
  ).toEqual([])
  expect(
    breaking(
      ({ name, endpoint }) =>
        endpoint.method === 'POST' && (endpoint.idempotencyKey === true) === repeatable.has(name),
    ),
  ).toEqual([])
})

test('every endpoint declares at least one success and nothing but successes', () => {
  const isSuccess = (status: string) => Number(status) >= 200 && Number(status) < 300
  expect(
    breaking(
      ({ endpoint }) =>
        !Object.keys(endpoint.responses).some(isSuccess) ||
        !Object.keys(endpoint.responses).every(isSuccess),
    ),
  ).toEqual([])
})

test('an alias is no field itself and stands for one that exists', () => {
  const isSound = (endpoint: (typeof operations)[number]['endpoint']) => {
    const fields = fieldsOf(endpoint.body)
    return Object.entries(endpoint.aliases ?? {}).every(
      ([old, name]) => fields.has(name) && !fields.has(old),
    )
  }

  expect(breaking(({ endpoint }) => !isSound(endpoint))).toEqual([])
})

test('an answer to a body that restricts can carry warnings, and no other does', () => {
  const warns = (schema: z.ZodType) =>
    schema.safeParse({ warnings: 1 }).error?.issues.some(({ path }) => path[0] === 'warnings') ===
    true
  expect(operations.filter(({ endpoint }) => endpoint.restricts).length).toBeGreaterThan(5)
  expect(
    breaking(({ endpoint }) =>
      Object.values(endpoint.responses).some(
        (schema) => warns(schema) !== (endpoint.restricts === true),
      ),
    ),
  ).toEqual([])
})

test('each kind of error has a number of its own and an error status', () => {
  const errors = Object.values(errorTable)

  expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
  expect(errors.filter(({ status }) => status < 400 || status > 599)).toEqual([])
})

/** The fields of an object, or of any object of a union. */
const fieldsOf = (body: z.ZodType | undefined): Set<string> => {
  if (!body) return new Set()
  const { properties, oneOf, anyOf } = body['~standard'].jsonSchema.input({
    target: 'draft-2020-12',
  }) as Schema
  return new Set(
    [{ properties }, ...(oneOf ?? []), ...(anyOf ?? [])].flatMap((schema) =>
      Object.keys(schema.properties ?? {}),
    ),
  )
}

type Schema = { properties?: object; oneOf?: Schema[]; anyOf?: Schema[] }

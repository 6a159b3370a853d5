import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  commonErrors,
  errorEnvelope,
  errorTable,
  type ErrorSlug,
} from '../../../src/contract/errors.ts'
import { toErrorResponse, toInvalidRequest } from '../../../src/service/endpoint/error-response.ts'
import { ServiceError } from '../../../src/service/service-error.ts'
import { operations } from '../../contract/operations.ts'
import { verifies } from '../../requirements.ts'

const slugs = Object.keys(errorTable) as ErrorSlug[]
const statusOf = (slug: ErrorSlug) => errorTable[slug].status

const answerTo = (thrown: unknown, listed?: readonly ErrorSlug[]) =>
  toErrorResponse(thrown, 'req_1', listed)

it('every error of every operation has a status that the operation lists', () => {
  verifies('conventions.listed-statuses')
  for (const { name, endpoint } of operations) {
    const statuses = [...endpoint.errors, ...commonErrors].map(statusOf)
    for (const slug of slugs) {
      const { status, body } = answerTo(new ServiceError(slug, 'Something'), endpoint.errors)
      expect(statuses, `${name} answers ${slug}`).toContain(status)
      expect(errorEnvelope.parse(body).error).toMatchObject({
        message: 'Something',
        request_id: 'req_1',
        code: errorTable[body.error.slug as ErrorSlug].code,
        status,
      })
      if (endpoint.errors.includes(slug)) expect(body.error.slug, name).toBe(slug)
    }
    expect(statuses, name).toContain(answerTo(new Error('unexpected'), endpoint.errors).status)
  }
})

it('what an operation does not list is called by the nearest name that it does', () => {
  verifies('conventions.malformed-id')
  const named = (slug: ErrorSlug, listed: ErrorSlug[]) =>
    answerTo(new ServiceError(slug, 'x'), listed).body.error.slug

  expect(named('invalid_request', ['unauthorized', 'not_found', 'internal'])).toBe('not_found')
  expect(named('not_found', ['invalid_request', 'unauthorized', 'internal'])).toBe(
    'invalid_request',
  )
  expect(named('forbidden', ['invalid_request', 'not_found', 'internal'])).toBe('not_found')
  expect(named('unsupported', ['invalid_request', 'not_found', 'internal'])).toBe('invalid_request')
  expect(named('upstream_failed', ['invalid_request', 'not_found', 'internal'])).toBe('internal')
})

it('what went wrong inside stays inside', () => {
  verifies('conventions.envelope.no-internals')
  const { body } = answerTo(new TypeError("Cannot read properties of undefined (reading 'canary')"))
  expect(body.error).toMatchObject({ slug: 'internal', status: 500 })
  expect(JSON.stringify(body)).not.toMatch(/canary|TypeError| at /)
})

it('each issue is named with the part of the request and its path', () => {
  verifies('conventions.envelope.errors')
  const schema = z.object({ user: z.object({ tags: z.array(z.string()) }) })
  const { error } = schema.safeParse({ user: { tags: ['a', 5] } })
  expect(error && toInvalidRequest('body', error).errors).toEqual([
    expect.stringMatching(/^body\.user\.tags\.1: /),
  ])
})

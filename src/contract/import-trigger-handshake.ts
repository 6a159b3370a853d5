import { z } from 'zod'
import { itemCondition } from './import-trigger-request.ts'
import { jsonInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'

export const hookName = z.string().min(1).max(100)

/** A value of an incoming request. */
export const hookPlace = z.strictObject({
  in: z.enum(['header', 'query', 'body']),
  name: hookName.describe('Of a header or query parameter; for the body, a path'),
})
export type HookPlace = z.output<typeof hookPlace>

export const hookCondition = hookPlace.extend({ equals: itemCondition.shape.equals })
export type HookCondition = z.output<typeof hookCondition>

export const digestAlgorithm = z.enum(['sha1', 'sha256', 'sha512'])
export const digestEncoding = z.enum(['hex', 'base64', 'base64url'])

const digest = z
  .strictObject({
    kind: z
      .enum(['hmac', 'hash'])
      .default('hmac')
      .describe('`hmac`: keyed with the secret; `hash`: of a text that may contain {secret}'),
    algorithm: digestAlgorithm.default('sha256'),
    encoding: digestEncoding.default('hex'),
    of: z
      .string()
      .max(200)
      .default('{challenge}')
      .describe('A text of {challenge}, {url} and, in a `hash`, {secret}'),
  })
  .refine(({ of }) => of.includes('{challenge}'), {
    path: ['of'],
    message: 'must contain {challenge}',
  })
  .refine(({ kind, of }) => kind === 'hash' || !of.includes('{secret}'), {
    path: ['of'],
    message: 'may contain {secret} only in a `hash`',
  })
export type HandshakeDigest = z.output<typeof digest>

/** The sender chooses the value, so the header must have no meaning to a browser. */
const answerHeader = z
  .string()
  .max(100)
  .regex(/^[0-9A-Za-z-]{1,100}$/, 'must be a header name')
  .refine(
    (name) =>
      !/^(?:set-cookie|location|refresh|link|clear-site-data|content-.*|access-control-.*|transfer-encoding|connection|strict-transport-security)$/i.test(
        name,
      ),
    'must not be a header with a meaning of its own',
  )

/** How a provider verifies a webhook address, at registration or later. */
export const handshake = z
  .strictObject({
    method: z.enum(['GET', 'HEAD', 'POST']),
    when: z
      .array(hookCondition)
      .min(1)
      .max(10)
      .optional()
      .describe(
        'What distinguishes a handshake from an event; `{secret}` can be compared with. Required for POST, the method of events',
      ),
    challenge: hookPlace
      .optional()
      .describe('Text for the answer, one line; absent if the answer is constant'),
    digest: digest
      .optional()
      .describe(
        'A digest of the challenge that proves knowledge of the secret; the challenge may then only hold letters, digits and -_.~+/=, so that the digest cannot be a signature of an event',
      ),
    answer: z
      .union([
        z.enum(['text', 'empty']),
        z.strictObject({
          header: answerHeader,
          value: z.enum(['{challenge}', '{digest}']).default('{challenge}'),
        }),
        z.strictObject({ json: jsonInput(settingLimits) }),
      ])
      .default('text')
      .describe(
        'The challenge as text, an empty body, a header, or JSON with the placeholders `{challenge}` and `{digest}`, such as {"json": {"token": "{challenge}", "proof": "sha256={digest}"}}',
      ),
    status: z.union([z.literal(200), z.literal(204)]).default(200),
    signed: z
      .boolean()
      .default(false)
      .describe('Whether it is signed like events; an unsigned one is then refused'),
  })
  .refine(({ method, when }) => method !== 'POST' || when !== undefined, {
    path: ['when'],
    message: 'is needed with POST: every event would be a handshake',
  })
  .refine((given) => given.challenge !== undefined || !holdsChallenge(given), {
    path: ['challenge'],
    message: 'is needed for this answer',
  })
  .refine(({ digest: made, answer }) => (made !== undefined) === holds(answer, '{digest}'), {
    path: ['digest'],
    message: 'is needed for an answer with {digest}, and has no use for another',
  })
  .refine(({ status, answer }) => status === 200 || answer === 'empty', {
    path: ['status'],
    message: '204 has no content',
  })
export type Handshake = z.output<typeof handshake>

type Answer = 'text' | 'empty' | { header: string; value: string } | { json: unknown }

const holdsChallenge = ({ answer }: { answer: Answer }): boolean =>
  answer === 'text' ||
  (typeof answer === 'object' && 'header' in answer) ||
  holds(answer, '{challenge}') ||
  holds(answer, '{digest}')

const holds = (answer: Answer, placeholder: string): boolean =>
  typeof answer === 'object' && JSON.stringify(answer).includes(placeholder)

import { z } from 'zod'
import { itemCondition } from './import-trigger-request.ts'
import { jsonInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'

export const hookName = z.string().min(1).max(100)

/** A value of an incoming request. */
export const hookPlace = z.strictObject({
  in: z.enum(['header', 'query', 'body']),
  name: hookName.describe('Of a header or query parameter; in the body a path'),
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
      .describe('`hmac`: keyed with the secret; `hash`: of a text that may hold {secret}'),
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
    message: 'must hold {challenge}',
  })
  .refine(({ kind, of }) => kind === 'hash' || !of.includes('{secret}'), {
    path: ['of'],
    message: 'holds {secret} in a `hash` only',
  })
export type HandshakeDigest = z.output<typeof digest>

/** How a provider verifies a webhook address, at registration or later. */
export const handshake = z.strictObject({
  method: z.enum(['GET', 'POST']),
  when: z
    .array(hookCondition)
    .min(1)
    .max(10)
    .describe('What tells a handshake from an event; `{secret}` may be compared with'),
  challenge: hookPlace.describe('What the answer is made of: one line of text'),
  digest: digest
    .optional()
    .describe(
      'Made of the challenge, to prove that the secret is known here; then the challenge may hold letters, digits and -_.~+/= only, so that no event can be signed by way of it',
    ),
  answer: z
    .union([
      z.literal('text'),
      z.strictObject({ header: hookName }),
      z.strictObject({ json: jsonInput(settingLimits) }),
    ])
    .default('text')
    .describe(
      'The challenge as text or in a header, or JSON in which `{challenge}` and `{digest}` stand for them, such as {"json": {"token": "{challenge}", "proof": "sha256={digest}"}}',
    ),
  signed: z
    .boolean()
    .default(false)
    .describe('Whether it is signed as events are: then one that is not is refused'),
})
export type Handshake = z.output<typeof handshake>

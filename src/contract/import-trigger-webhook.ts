import { z } from 'zod'
import { itemCondition, itemIdentity, payloadSelection, triggerRequest, valuePath } from './import-trigger-request.ts'

const name = z.string().min(1).max(100)

/** A value of an incoming request. */
const place = z.strictObject({ in: z.enum(['header', 'query', 'body']), name: name.describe('Of a header or query parameter; in the body a path') })
export type HookPlace = z.output<typeof place>

const condition = place.extend({ equals: itemCondition.shape.equals })
export type HookCondition = z.output<typeof condition>

const hmac = z.strictObject({
  kind: z.literal('hmac'),
  algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
  encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
  header: name.describe('Where the signature is'),
  format: z
    .enum(['value', 'pairs', 'list'])
    .default('value')
    .describe('`value`: `prefix` and the signature; `pairs`: `t=…,v1=…`; `list`: several values separated by blanks, each with the prefix'),
  prefix: z.string().max(32).default('').describe('For example "sha256="; of `pairs` the name of the signatures, such as "v1"'),
  signed: z
    .string()
    .max(200)
    .default('{body}')
    .refine((text) => text.split('{body}').length === 2, 'must hold {body} once')
    .describe('The signed text, of {body}, {timestamp}, {id} and {url}, for example "v0:{timestamp}:{body}"'),
  timestamp: z.strictObject({ in: z.enum(['header', 'pairs']), name }).optional().describe('Seconds since 1970'),
  tolerance_seconds: z.number().int().min(1).max(86_400).default(300).describe('How far the timestamp may be off'),
  id_header: name.optional().describe('Where {id} is'),
  secret_encoding: z.enum(['text', 'base64', 'hex']).default('text'),
  secret_prefix: z.string().max(32).default('').describe('What the secret begins with that is no part of the key, such as "whsec_"'),
})
export type HmacSignature = z.output<typeof hmac>

const token = z.strictObject({ kind: z.literal('token'), header: name.describe('Holds the secret itself'), prefix: z.string().max(32).default('') })
export type TokenSignature = z.output<typeof token>

const knowsWhatItSigns = ({ signed, timestamp, id_header: id }: HmacSignature): boolean => signed.includes('{timestamp}') === (timestamp !== undefined) && signed.includes('{id}') === (id !== undefined)

const signature = z.discriminatedUnion('kind', [hmac.refine(knowsWhatItSigns, 'must name `timestamp` and `id_header` exactly when they are signed'), token])
export type HookSignature = z.output<typeof signature>

const secret = z.union([
  z.strictObject({ from: z.literal('generated') }),
  z.strictObject({ from: z.literal('answer'), path: valuePath.min(1) }),
  z.strictObject({ from: z.literal('config'), path: valuePath.min(1) }),
])

/** How the events of a `webhook` trigger type come in. */
export const triggerWebhook = z
  .strictObject({
    register: z
      .strictObject({
        request: triggerRequest.describe('`{hook_url}` stands for where events go, `{secret}` for a generated secret'),
        keep: z.record(z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'must be a name'), valuePath.min(1)).optional().describe('Values of the answer that are needed later, such as {"id": "hook.id"}'),
      })
      .optional()
      .describe('How the provider is told where events go; absent: a person tells it, by the `hook_url` in `trigger_data` of the instance'),
    unregister: z.strictObject({ request: triggerRequest.describe('`{registration.name}` stands for what `keep` kept') }).optional(),
    secret: secret.optional().describe('Where the secret of the signature comes from: made here and sent along, from the answer of the registration, or from the configuration'),
    signature: signature.optional().describe('How the provider signs; absent: who knows the address may send'),
    handshake: z
      .strictObject({
        method: z.enum(['GET', 'POST']),
        when: z.array(condition).min(1).max(10).describe('What tells a handshake from an event; `{secret}` may be compared with'),
        challenge: place.describe('What is sent back'),
        answer: z.union([z.literal('text'), z.strictObject({ header: name })]).default('text'),
      })
      .optional()
      .describe('How the provider makes sure that the address is meant'),
    when: z.array(condition).max(10).optional().describe('What tells the events of this type from others'),
    delivery_id: place.optional().describe('What the provider gives each delivery; the same again is left out. Default: the content'),
    items: valuePath.optional().describe('Where a list of events is in the body; default: the body is one'),
    id: itemIdentity.optional().describe('What identifies an event; default: its delivery'),
    payload: payloadSelection.optional(),
  })
  .refine(({ register, secret: from }) => from === undefined || from.from === 'config' || register !== undefined, { path: ['secret'], message: 'can come from a registration only where there is one' })
  .refine(({ signature: signs, secret: from }) => (signs === undefined) === (from === undefined), { path: ['secret'], message: 'is needed exactly where there is a signature' })
  .refine(({ register, unregister }) => unregister === undefined || register !== undefined, { path: ['unregister'], message: 'needs `register`' })
export type TriggerWebhook = z.output<typeof triggerWebhook>

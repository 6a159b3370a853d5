import { z } from 'zod'
import {
  digestAlgorithm,
  digestEncoding,
  handshake,
  hookCondition,
  hookName as name,
  hookPlace,
} from './import-trigger-handshake.ts'
import {
  itemIdentity,
  payloadSelection,
  triggerRequest,
  valuePath,
} from './import-trigger-request.ts'
import { mapOf } from './map-of.ts'

const hmac = z.strictObject({
  kind: z.literal('hmac'),
  algorithm: digestAlgorithm.default('sha256'),
  encoding: digestEncoding.default('hex'),
  header: name.describe('Where the signature is'),
  format: z
    .enum(['value', 'pairs', 'list'])
    .default('value')
    .describe(
      '`value`: `prefix` and the signature; `pairs`: `t=…,v1=…`; `list`: several values separated by blanks, each with the prefix',
    ),
  prefix: z
    .string()
    .max(32)
    .default('')
    .describe('For example "sha256="; of `pairs` the name of the signatures, such as "v1"'),
  signed: z
    .string()
    .max(200)
    .default('{body}')
    .refine((text) => text.split('{body}').length === 2, 'must hold {body} once')
    .describe(
      'The signed text, of {body}, {timestamp}, {id} and {url}, for example "v0:{timestamp}:{body}"',
    ),
  timestamp: z
    .strictObject({ in: z.enum(['header', 'pairs']), name })
    .optional()
    .describe('Seconds since 1970'),
  tolerance_seconds: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(300)
    .describe('How far the timestamp may be off'),
  id_header: name.optional().describe('Where {id} is'),
  secret_encoding: z.enum(['text', 'base64', 'hex']).default('text'),
  secret_prefix: z
    .string()
    .max(32)
    .default('')
    .describe('What the secret begins with that is no part of the key, such as "whsec_"'),
})
export type HmacSignature = z.output<typeof hmac>

const token = z.strictObject({
  kind: z.literal('token'),
  header: name.describe('Holds the secret itself'),
  prefix: z.string().max(32).default(''),
})
export type TokenSignature = z.output<typeof token>

const knowsWhatItSigns = ({ signed, timestamp, id_header: id }: HmacSignature): boolean =>
  signed.includes('{timestamp}') === (timestamp !== undefined) &&
  signed.includes('{id}') === (id !== undefined)

const signature = z.discriminatedUnion('kind', [
  hmac.refine(
    knowsWhatItSigns,
    'must name `timestamp` and `id_header` exactly when they are signed',
  ),
  token,
])
export type HookSignature = z.output<typeof signature>

const secret = z.union([
  z.strictObject({ from: z.literal('generated') }),
  z.strictObject({ from: z.literal('answer'), path: valuePath.min(1) }),
  z.strictObject({ from: z.literal('config'), path: valuePath.min(1) }),
  hookPlace.extend({ from: z.literal('handshake') }),
])

/** How the events of a `webhook` trigger type are received. */
export const triggerWebhook = z
  .strictObject({
    register: z
      .strictObject({
        request: triggerRequest.describe(
          '`{hook_url}` stands for where events go, `{secret}` for a generated secret',
        ),
        keep: mapOf(
          z
            .string()
            .max(64)
            .regex(/^[0-9A-Za-z_-]{1,64}$/, 'must be a name'),
          valuePath.min(1),
          20,
        )
          .optional()
          .describe('Values of the answer that are needed later, such as {"id": "hook.id"}'),
      })
      .optional()
      .describe(
        'How the provider is told where events go; absent: a person tells it, by the `hook_url` in `trigger_data` of the instance',
      ),
    unregister: z
      .strictObject({
        request: triggerRequest.describe('`{registration.name}` stands for what `keep` kept'),
      })
      .optional()
      .describe(
        'How the provider is told that nobody listens any more: when an instance is disabled or deleted, alone or with its account, auth config, toolkit or project',
      ),
    secret: secret
      .optional()
      .describe(
        'Where the secret of the signature comes from: made here and sent along, from the answer of the registration, from the configuration, or from a handshake, where the provider sends it: the first one after each registration is kept',
      ),
    signature: signature
      .optional()
      .describe('How the provider signs; absent: who knows the address may send'),
    handshake: handshake
      .optional()
      .describe(
        'How the provider makes sure that the address is meant; it may ask while it is registered',
      ),
    when: z
      .array(hookCondition)
      .max(10)
      .optional()
      .describe('What tells the events of this type from others'),
    delivery_id: hookPlace
      .optional()
      .describe(
        'What the provider gives each delivery; the same again is left out. Default: the content',
      ),
    items: valuePath
      .optional()
      .describe('Where a list of events is in the body; default: the body is one'),
    id: itemIdentity.optional().describe('What identifies an event; default: its delivery'),
    payload: payloadSelection.optional(),
  })
  .refine(
    ({ register, secret: from }) =>
      !['generated', 'answer'].includes(from?.from ?? '') || register !== undefined,
    { path: ['secret'], message: 'can come from a registration only where there is one' },
  )
  .refine(
    ({ handshake: shaken, secret: from }) =>
      from?.from !== 'handshake' ||
      (shaken !== undefined && !shaken.signed && shaken.digest === undefined),
    {
      path: ['secret'],
      message: 'can come from a handshake only where there is one, which then proves nothing by it',
    },
  )
  .refine(
    ({ signature: signs, handshake: shaken, secret: from }) =>
      from === undefined
        ? signs === undefined && shaken?.digest === undefined
        : signs !== undefined || shaken !== undefined,
    {
      path: ['secret'],
      message:
        'is needed where there is a signature or a digest, and has no use without a signature or a handshake',
    },
  )
  .refine(({ signature: signs, handshake: shaken }) => !shaken?.signed || signs !== undefined, {
    path: ['handshake', 'signed'],
    message: 'needs `signature`',
  })
  .refine(({ register, unregister }) => unregister === undefined || register !== undefined, {
    path: ['unregister'],
    message: 'needs `register`',
  })
export type TriggerWebhook = z.output<typeof triggerWebhook>

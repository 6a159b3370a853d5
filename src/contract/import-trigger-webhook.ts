import { z } from 'zod'
import { handshake, hookCondition, hookPlace } from './import-trigger-handshake.ts'
import {
  itemIdentity,
  payloadSelection,
  triggerRequest,
  valuePath,
} from './import-trigger-request.ts'
import { hookSignature, isKeyedBySecret, needsSecret } from './import-trigger-signature.ts'
import { mapOf } from './map-of.ts'

const secret = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('generated') }),
  z.strictObject({ from: z.literal('answer'), path: valuePath.min(1) }),
  z.strictObject({
    from: z.literal('request'),
    request: triggerRequest.describe('Sent after the registration, with the values of `keep`'),
    path: valuePath.min(1).describe('Where the answer holds the secret'),
  }),
  z.strictObject({ from: z.literal('config'), path: valuePath.min(1) }),
  z.strictObject({
    from: z.literal('auth_config'),
    path: valuePath.min(1).describe('Such as client_secret'),
  }),
  z.strictObject({ from: z.literal('account'), path: valuePath.min(1) }),
  hookPlace.extend({
    from: z.literal('handshake'),
    show: z
      .boolean()
      .default(false)
      .describe("Shown in `trigger_data`, for a person to paste it into the provider's console"),
  }),
])

const keep = mapOf(
  z
    .string()
    .max(64)
    .regex(/^[0-9A-Za-z_-]{1,64}$/, 'must be a name'),
  valuePath.min(1),
  20,
)

const lifetime = z
  .strictObject({
    seconds: z
      .number()
      .int()
      .min(60)
      .max(31_536_000)
      .optional()
      .describe('The lifetime that is requested, or that applies if the answer has none'),
    until: z
      .strictObject({
        path: valuePath.min(1),
        format: z.enum(['date', 'seconds', 'milliseconds']).default('date'),
      })
      .optional()
      .describe('Where the answer holds its end: a date, or a number since 1970'),
  })
  .refine(
    ({ seconds, until }) => seconds !== undefined || until !== undefined,
    'has `seconds`, `until` or both',
  )

/** How the events of a `webhook` trigger type are received. */
export const triggerWebhook = z
  .strictObject({
    register: z
      .strictObject({
        request: triggerRequest.describe(
          '`{hook_url}` is the address for events, `{secret}` a generated secret, `{unique_id}` a new UUID, `{expires_at}`, `{expires_at_seconds}` and `{expires_at_milliseconds}` the end of the requested lifetime',
        ),
        keep: keep
          .optional()
          .describe(
            'Values of the answer that are needed later, such as {"id": "hook.id"}; without them the registration fails',
          ),
        lifetime: lifetime
          .optional()
          .describe(
            'Of a registration that expires; it is renewed when a quarter of its lifetime is left',
          ),
      })
      .optional()
      .describe(
        "How an instance is registered with the provider; absent: a person enters the `hook_url` of the instance's `trigger_data` in the provider's console, as `instructions` says",
      ),
    renew: z
      .strictObject({
        request: triggerRequest.describe(
          'Like that of `register`; `{registration.name}` is a value of `keep`',
        ),
        keep: keep.optional(),
      })
      .optional()
      .describe('How a registration is prolonged; default: it is replaced by a new one'),
    unregister: z
      .strictObject({
        request: triggerRequest.describe('`{registration.name}` is a value of `keep`'),
      })
      .optional()
      .describe(
        'How a registration is removed: when an instance is disabled or deleted, alone or with its account, auth config, toolkit or project',
      ),
    secret: secret
      .optional()
      .describe(
        'Where the key of the signature comes from. `generated`: created here and sent with the registration; `answer`: in the answer to it; `request`: in the answer to another request after it; `config`: in the configuration; `auth_config`: in the credentials or shared credentials of the auth config, such as client_secret; `account`: in the connected account; `handshake`: sent by the provider, and kept from the first one after each registration. A list of up to 5 texts is several keys, each of which is accepted',
      ),
    address: z
      .enum(['instance', 'auth_config'])
      .default('instance')
      .describe(
        'What has an address of its own. `auth_config`: all instances under an auth config share one, for a provider that has one address for each application; then `register` is absent',
      ),
    account: hookPlace
      .extend({ equals: z.string().min(1).max(500) })
      .optional()
      .describe(
        'With a shared address: where a delivery names the account that it is about, and the value of the account of an instance, such as {"in": "body", "name": "team_id", "equals": "{account.team_id}"}; absent: a delivery is for every instance',
      ),
    signature: hookSignature
      .optional()
      .describe('How the provider signs; absent: every delivery to the address is accepted'),
    handshake: handshake
      .optional()
      .describe(
        'How the provider verifies the address, which may happen while the registration is under way',
      ),
    when: z
      .array(hookCondition)
      .max(10)
      .optional()
      .describe('What distinguishes the events of this type from others'),
    delivery_id: hookPlace
      .optional()
      .describe(
        'Where the provider identifies a delivery; one with the same id is dropped. Default: the content',
      ),
    accepted: z
      .strictObject({
        status: z.union([z.literal(200), z.literal(202), z.literal(204)]).default(200),
        text: z.string().max(2_000).default(''),
        content_type: z
          .enum(['text/plain', 'application/json', 'text/xml', 'application/xml'])
          .default('text/plain'),
      })
      .refine(({ status, text }) => status !== 204 || text === '', {
        path: ['text'],
        message: '204 has no content',
      })
      .optional()
      .describe(
        'The answer to an accepted delivery, if the provider reads it; a refused one then has no content. Default: 200 and a short text',
      ),
    items: valuePath
      .optional()
      .describe('Path of the list of events in the body; default: the body is one event'),
    id: itemIdentity.optional().describe('Fields that identify an event; default: the delivery'),
    payload: payloadSelection.optional(),
  })
  .refine(
    ({ register, secret: from }) =>
      !['generated', 'answer', 'request'].includes(from?.from ?? '') || register !== undefined,
    { path: ['secret'], message: 'can come from a registration only where there is one' },
  )
  .refine(
    ({ signature, secret: from }) =>
      from?.from !== 'generated' || signature === undefined || isKeyedBySecret(signature),
    { path: ['secret'], message: 'of a public key cannot be generated here' },
  )
  .refine(
    ({ handshake: verified, secret: from }) =>
      from?.from !== 'handshake' ||
      (verified !== undefined && !verified.signed && verified.digest === undefined),
    {
      path: ['secret'],
      message:
        'can come from a handshake only where there is one, and one that needs no secret itself',
    },
  )
  .refine(
    ({ signature, handshake: verified, secret: from }) => {
      const isUsed = signature !== undefined && needsSecret(signature)
      return from === undefined
        ? !isUsed && verified?.digest === undefined
        : isUsed || verified !== undefined
    },
    {
      path: ['secret'],
      message:
        'is needed for a digest and for a signature that declares no key, and has no use without one of them or a handshake',
    },
  )
  .refine(({ signature, handshake: verified }) => !verified?.signed || signature !== undefined, {
    path: ['handshake', 'signed'],
    message: 'needs `signature`',
  })
  .refine(({ register, unregister }) => unregister === undefined || register !== undefined, {
    path: ['unregister'],
    message: 'needs `register`',
  })
  .refine(
    ({ address, register, secret: from }) =>
      address === 'instance' ||
      (register === undefined && !['handshake', 'account'].includes(from?.from ?? '')),
    {
      path: ['address'],
      message:
        'can be shared only without `register`, and with a secret of the configuration or auth config',
    },
  )
  .refine(({ address, account }) => address === 'auth_config' || account === undefined, {
    path: ['account'],
    message: 'needs a shared `address`',
  })
  .refine(({ register, renew }) => renew === undefined || register?.lifetime !== undefined, {
    path: ['renew'],
    message: 'needs `register` with a `lifetime`',
  })
export type TriggerWebhook = z.output<typeof triggerWebhook>

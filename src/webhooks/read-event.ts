import { PlugboardError } from '../client/plugboard-error.ts'
import type { WebhookBodyV1, WebhookBodyV2, WebhookBodyV3, WebhookEvent } from './webhook-event.ts'

/** Parses a verified body. Its signer is trusted, so the fields are not validated one by one. */
export const readEvent = (id: string, sentAt: Date, bytes: Uint8Array): WebhookEvent => {
  const body = parseObject(bytes)
  if (isV3(body)) return { ...body, version: 'V3', body } as WebhookEvent
  if (isV1(body)) return { ...fromV1(id, sentAt, body), version: 'V1', body }
  if (isV2(body)) return { ...fromV2(id, body), version: 'V2', body }
  throw new PlugboardError(
    'webhook_body',
    'The signature is valid, but the body does not match any version from V1 to V3',
    {
      suggestedFix:
        'Check that the secret belongs to a webhook subscription of Plugboard, and update plugboard if the service is newer',
    },
  )
}

const parseObject = (bytes: Uint8Array): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isObject(value)) return value
  } catch {
    // Reported below with its context: the text may contain anything.
  }
  throw new PlugboardError(
    'webhook_body',
    'The signature is valid, but the body is not a JSON object',
    {
      suggestedFix: 'Check that the secret belongs to a webhook subscription of Plugboard',
    },
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isV3 = (body: Record<string, unknown>): body is WebhookBodyV3 =>
  typeof body['id'] === 'string' &&
  typeof body['type'] === 'string' &&
  isObject(body['metadata']) &&
  isObject(body['data'])

const isV1 = (body: Record<string, unknown>): body is WebhookBodyV1 =>
  'trigger_name' in body && isObject(body['payload'])

const isV2 = (body: Record<string, unknown>): body is WebhookBodyV2 =>
  'type' in body && isObject(body['data']) && 'trigger_nano_id' in body['data']

const aboutNobody = { auth_config_id: null, user_id: null }

const fromV1 = (
  id: string,
  sentAt: Date,
  { trigger_name, connection_id, trigger_id, payload, log_id }: WebhookBodyV1,
) => ({
  id,
  // V1 has no timestamp of the event.
  timestamp: sentAt.toISOString(),
  type: 'svc.trigger.message' as const,
  metadata: {
    ...aboutNobody,
    log_id,
    trigger_slug: trigger_name,
    trigger_id,
    connected_account_id: connection_id,
  },
  data: payload,
})

const fromV2 = (id: string, { type, timestamp, log_id, data }: WebhookBodyV2) => {
  const {
    connection_id: _,
    connection_nano_id,
    trigger_nano_id,
    trigger_id: __,
    user_id,
    ...payload
  } = data
  return {
    id,
    timestamp,
    type: 'svc.trigger.message' as const,
    metadata: {
      ...aboutNobody,
      log_id,
      trigger_slug: type?.toUpperCase() ?? null,
      trigger_id: trigger_nano_id,
      connected_account_id: connection_nano_id,
      user_id,
    },
    data: payload as Record<string, unknown>,
  }
}

import type { TriggerWebhook } from '../../../src/contract/import-trigger-webhook.ts'
import { place, type Delivery, type Shared } from './sign-delivery.ts'
import { fill, placeholdersIn } from './templates.ts'
import { get, isObject, put, type Json } from './values.ts'

type Selection = TriggerWebhook['payload']

/**
 * An event of a trigger type: with what distinguishes it, identifies it and becomes its payload; and
 * the payloads that must fire.
 */
export const makeEvent = (
  webhook: TriggerWebhook,
  shared: Shared,
  number: number,
): { delivery: Delivery; payloads: unknown[] } => {
  const {
    signature,
    items,
    id = [],
    payload,
    account,
    delivery_id: deliveryId,
    when = [],
  } = webhook
  const isForm =
    signature !== undefined && 'signed' in signature && signature.signed.includes('{form_sorted}')
  const delivery: Delivery = { query: {}, headers: {}, isForm, content: {} }
  const names = items === undefined ? [`event-${number}`] : [`event-${number}a`, `event-${number}b`]
  const made = names.map((name) => toItem(name, id, payload))
  if (items === undefined) Object.assign(delivery.content, made[0])
  else put(delivery.content, items, made)
  const values = { ...shared.values, secret: shared.secret }
  for (const { in: where, name, equals } of when) {
    const text = equals === undefined ? 'present' : fill([equals].flat()[0] ?? '', values)
    if (placeholdersIn(text).length > 0) continue
    const stated = equals === undefined ? undefined : text
    const hasValue = where === 'body' && get(delivery.content, name) !== undefined
    if (stated !== undefined || !hasValue) place(delivery, { in: where, name }, text)
  }
  if (account) place(delivery, account, fill(account.equals, values))
  if (deliveryId) place(delivery, deliveryId, `delivery-${number}`)
  const written = items === undefined ? [delivery.content] : get(delivery.content, items)
  return {
    delivery,
    payloads: (Array.isArray(written) ? written : []).map((item) => toPayload(item, payload)),
  }
}

/** An item that is told apart from others by `name`, wherever it is looked at. */
export const toItem = (name: string, id: string[], payload: Selection): Json => {
  const item: Json = { fake: name }
  const paths = typeof payload === 'object' ? Object.values(payload) : []
  for (const path of paths.filter((each) => each !== '')) put(item, path, `${name} ${path}`)
  if (typeof payload === 'string' && payload !== '') put(item, payload, { fake: name })
  for (const path of id) if (!isObject(get(item, path))) put(item, path, name)
  return item
}

/** What must be delivered of an item. */
export const toPayload = (item: unknown, payload: Selection = ''): unknown => {
  if (typeof payload === 'string') {
    const value = get(item, payload)
    return isObject(value) ? value : { value }
  }
  return Object.fromEntries(
    Object.entries(payload).flatMap(([name, path]) => {
      const value = get(item, path)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

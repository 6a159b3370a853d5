import type { TriggerWebhook } from '../../../src/contract/import-trigger-webhook.ts'
import { openHook, send } from '../../service/triggers/hooks/signatures/deliver.ts'
import type { TestService } from '../../support/start-service.ts'
import type { vendors, VendorDelivery } from './vendor-deliveries.ts'

const hour = 3_600_000

/**
 * Sends what a vendor would, and what only looks like it, to a hook of a running service whose
 * signature is that of a recipe. What went wrong; empty when all is as it must be.
 */
export const deliverVectors = async (
  service: TestService,
  {
    signature,
    accepted,
    delivery_id: place,
  }: Pick<TriggerWebhook, 'signature' | 'accepted' | 'delivery_id'>,
  { deliver, isToken, isTimed, toSecret = (text) => text }: (typeof vendors)[string],
): Promise<string[]> => {
  const secret = toSecret('one-secret-of-24-letters')
  const hook = await openHook(
    service,
    {
      signature,
      ...(accepted && { accepted }),
      ...(place && { delivery_id: place }),
      secret: { from: 'config', path: 'secret' },
    },
    { config: { secret } },
  )
  const problems: string[] = []
  const now = new Date()
  const expect = async (what: string, { headers, body }: VendorDelivery, wanted: number) => {
    const content = ['content-type', 'application/json'] as [string, string]
    const { status, text } = await send(hook.url, [content, ...Object.entries(headers)], body)
    if (status !== wanted) problems.push(`${what}: ${status} in place of ${wanted}`)
    return text
  }
  /** With another id, unless that is signed. */
  const withId = ({ headers, body }: VendorDelivery, id: string): VendorDelivery => {
    const isSigned = Object.keys(headers).some((name) => isSame(name, place?.name ?? ''))
    return {
      headers: place?.in === 'header' && !isSigned ? { ...headers, [place.name]: id } : headers,
      body,
    }
  }

  const good = accepted?.status ?? 200
  const first = deliver({ id: 'evt_1' }, secret, now)
  await expect('a valid delivery', withId(first, 'id_1'), good)
  await expect(
    'another secret',
    deliver({ id: 'evt_2' }, toSecret('two-secret-of-24-letters'), now),
    401,
  )
  const third = deliver({ id: 'evt_3' }, secret, now)
  if (!isToken) {
    const text = await expect('a recorded delivery', withId(first, 'id_2'), good)
    if (!accepted && text !== 'This delivery was accepted before')
      problems.push(`a recorded delivery: ${text}`)
    await expect('another body', { ...third, body: first.body }, 401)
    await expect('a longer body', { ...third, body: `${third.body} ` }, 401)
  }
  for (const [name, value] of Object.entries(third.headers)) {
    const { [name]: _, ...others } = third.headers
    await expect(`no ${name}`, { ...third, headers: others }, 401)
    const altered = { ...others, [name]: alterLast(value) }
    await expect(`an altered ${name}`, { ...third, headers: altered }, 401)
  }
  if (isTimed)
    for (const milliseconds of [-hour, hour])
      await expect(
        `${milliseconds / hour} hours off`,
        deliver({ id: 'evt_4' }, secret, new Date(now.getTime() + milliseconds)),
        401,
      )
  await expect('a later delivery', third, good)
  return problems
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The last letter or digit but two, which no padding is, becomes another one. */
const alterLast = (text: string): string => {
  const index = text.replace(/=+$/, '').length - 3
  const other = text.charAt(index) === '1' ? '2' : '1'
  return text.slice(0, index) + other + text.slice(index + 1)
}

import { request } from 'node:http'
import { expect } from 'vitest'
import { followEvents } from '../../../../support/follow-events.ts'
import type { TestService } from '../../../../support/start-service.ts'
import { openSource } from '../../../../support/start-source.ts'
import { json, startUpstream } from '../../../../support/start-upstream.ts'
import { connectAccount } from '../../../../support/watch-api.ts'
import { noteShared } from '../start-provider.ts'

export type Header = [name: string, value: string]

type Answer = { status: number; text: string; headers: NodeJS.Dict<string | string[]> }

/** Sends exactly these headers, also one of them twice, which `fetch` would join. */
export const send = (
  url: string,
  headers: Header[],
  body: string | Buffer,
  method = 'POST',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host } = new URL(url)
    const outgoing = request(
      url,
      {
        method,
        headers: [
          'host',
          host,
          'content-length',
          String(Buffer.byteLength(body)),
          ...headers.flat(),
        ],
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: incoming.headers,
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

type Options = {
  config?: Record<string, unknown>
  auth?: 'API_KEY'
  shared?: Record<string, unknown>
}

/**
 * A hook that a person set up at the provider, in a project of its own: where it is, what it shows,
 * and what its trigger fired.
 */
export const openHook = async (
  service: TestService,
  webhook: Record<string, unknown>,
  { config = {}, auth, shared }: Options = {},
) => {
  const upstream = await startUpstream((_request, response) => json(response, 500, {}))
  const trigger = noteShared({
    register: undefined,
    unregister: undefined,
    secret: undefined,
    when: undefined,
    delivery_id: undefined,
    payload: undefined,
    ...webhook,
  })
  const source = await openSource(service, upstream, {
    triggers: [trigger],
    ...(auth && { auth }),
  })
  const { client } = source.service
  const events = followEvents(source.service)
  const account = auth && (await connectAccount(client, 'notes'))
  if (account && shared)
    await client.authConfigs.update({
      params: { nanoid: account.authConfigId },
      body: { type: 'custom', shared_credentials: shared },
    })
  const id = await source.upsert('NOTES_NOTE_SHARED', {
    trigger_config: config,
    ...(account && { connected_account_id: account.id }),
  })
  const data = async () => JSON.parse((await source.show(id)).trigger_data ?? '{}')
  const { hook_url: url } = (await data()) as { hook_url: string }
  return {
    id,
    url,
    client,
    data,
    /** Waits until the trigger fired as often as it should, and answers for what, in any order. */
    fired: async (count: number) => {
      const messages = () =>
        events.events.filter(({ type: each }) => each === 'svc.trigger.message')
      await events.until(() => messages().length >= count)
      return messages()
        .map(({ data }) => data)
        .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    },
  }
}

export type OpenedHook = Awaited<ReturnType<typeof openHook>>

type Signing<Key> = {
  hook: OpenedHook
  /** The headers of a delivery that a provider with this key signs at this time. */
  sign: (body: string, key: Key, at: Date) => Header[]
  key: Key
  otherKey: Key
  /** Headers that the signature says nothing about. */
  unsigned?: string[]
  /** Whether an old delivery is refused. */
  isTimed?: boolean
  /** A body with this text. */
  toBody?: (text: string) => string
}

/**
 * Delivers what is signed, before and after everything that must be refused: then its trigger fired
 * for nothing else.
 */
export const refusesAllElse = async <Key>({
  hook,
  sign,
  key,
  otherKey,
  unsigned = ['content-type'],
  isTimed = true,
  toBody = (text) => JSON.stringify({ text }),
}: Signing<Key>): Promise<void> => {
  const now = new Date()
  const body = toBody('first')
  const headers = sign(body, key, now)
  const refused: [string, Header[], string][] = [
    ['an altered body', headers, body.replace('first', 'firsu')],
    ['a longer body', headers, `${body} `],
    ['another key', sign(toBody('other key'), otherKey, now), toBody('other key')],
    ['no headers', [['content-type', 'application/json']], body],
  ]
  for (const [name, value] of headers.filter(([each]) => !unsigned.includes(each))) {
    const others = headers.filter(([each]) => each !== name)
    refused.push(
      [`no ${name}`, others, body],
      [`an empty ${name}`, [...others, [name, '']], body],
      [`a doubled ${name}`, [...headers, [name, value]], body],
    )
    for (const index of [0, Math.floor(value.length / 2), value.length - 3])
      refused.push([`byte ${index} of ${name}`, [...others, [name, alter(value, index)]], body])
  }
  if (isTimed)
    for (const minutes of [-6, 6]) {
      const text = toBody(`${minutes} minutes`)
      refused.push([text, sign(text, key, new Date(now.getTime() + minutes * 60_000)), text])
    }

  expect((await send(hook.url, headers, body)).status).toBe(200)
  for (const [what, given, content] of refused)
    expect((await send(hook.url, given, content)).status, what).toBe(401)
  const last = toBody('last')
  expect((await send(hook.url, sign(last, key, new Date()), last)).status).toBe(200)
  expect((await hook.fired(2)).map(({ text }) => text)).toEqual(['first', 'last'])
}

/** Another digit in the place of a digit, else another letter: in hex, case makes no difference. */
const alter = (text: string, index: number): string => {
  const byte = text[index] ?? ''
  const other = /\d/.test(byte)
    ? String((Number(byte) + 1) % 10)
    : byte.toLowerCase() === 'b'
      ? 'c'
      : 'b'
  return text.slice(0, index) + other + text.slice(index + 1)
}

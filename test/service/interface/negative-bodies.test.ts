import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basePath } from '../../../src/contract/endpoint.ts'
import { verifies } from '../../requirements.ts'
import { isThorough, sampleAtDesk } from '../../support/thorough.ts'
import { sendRaw } from '../http/send-raw.ts'
import {
  inParallel,
  problemsOf,
  startNegativeService,
  type NegativeService,
} from './negative-service.ts'
import { createValid } from './negative-values.ts'
import { watch } from './negative-watch.ts'
import { operations, type Operation } from './operations.ts'
import { keyHeader } from './send-operation.ts'

let running: NegativeService
beforeAll(async () => {
  running = await startNegativeService()
})
afterAll(() => running.close())

const withBody = sampleAtDesk(
  3,
  operations.filter(({ endpoint }) => endpoint.body !== undefined),
)
const mebibyte = 1024 * 1024
const limitOf = ({ endpoint }: Operation): number => endpoint.maximumBodyBytes ?? 4 * mebibyte

const headersOf = ({ endpoint }: Operation): Record<string, string> => ({
  ...keyHeader(running.target, endpoint.auth),
  'content-type': 'application/json',
})

const pathOf = ({ name, endpoint }: Operation): string => {
  const valid = createValid(running.project, running.upstream.url)
  return (
    basePath +
    endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, param: string) =>
      encodeURIComponent(
        String(
          valid(
            endpoint.params?.shape[param] ? toSchema(endpoint.params.shape[param]) : {},
            `${name} params ${param}`,
          ),
        ),
      ),
    )
  )
}

const toSchema = (schema: {
  '~standard': { jsonSchema: { input(options: { target: 'draft-2020-12' }): object } }
}): object => schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })

/** Sends a body as it is and says what is wrong with the answer, which has to be 400. */
const tryBody = async (
  operation: Operation,
  body: string | Buffer | ReadableStream,
  headers: Record<string, string> = {},
  expected: readonly number[] = [400],
): Promise<string[]> => {
  const path = pathOf(operation)
  const response = await fetch(running.target.url + path, {
    method: operation.endpoint.method,
    headers: { ...headersOf(operation), ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    signal: AbortSignal.timeout(120_000),
  } as RequestInit)
  const text = await response.text()
  const request = `${path} ${typeof body === 'string' ? body.slice(0, 100) : '(bytes)'}`
  const large =
    text.length > 20_000
      ? [`${operation.name}: an answer of ${text.length} characters to ${request}`]
      : []
  return [
    ...large,
    ...problemsOf(
      operation,
      {
        request,
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text,
      },
      expected,
    ),
  ]
}

/** Runs the tasks while others ask; nothing may be wrong with any answer. */
const expectNoProblems = async (
  tasks: (() => Promise<string[]>)[],
  width?: number,
): Promise<void> => {
  const watcher = watch(running.target)
  const problems = await inParallel(tasks, width)
  const { problems: late } = await watcher.stop()
  expect(problems).toEqual([])
  expect(late).toEqual([])
}

const broken = [
  '{',
  '}',
  '[',
  '"',
  '{"a":1}x',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  'NaN',
  'undefined',
  '{"a":01}',
  '{"a":"\n"}',
  '{"a":"\\x"}',
  '\u0000',
  'a=1&b=2',
  '<a/>',
  '--x\r\n\r\n{}',
]
const notObjects = ['null', '[]', '"text"', '1', 'true', '[{}]', '-0', '1e999']

it('broken JSON, and JSON that is no object, is refused by every operation', async () => {
  verifies('conventions.negative.bodies', 'conventions.negative.others')
  await expectNoProblems(
    withBody.flatMap((operation) => [
      ...broken.map((body) => () => tryBody(operation, body)),
      // An operation whose body may be left out takes null for none.
      ...notObjects.filter((body) => body !== 'null').map((body) => () => tryBody(operation, body)),
      () => tryBody(operation, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22])),
      () => tryBody(operation, '{}', { 'content-type': 'text/html' }),
    ]),
  )
})

it('a body nested 20,000 deep is refused by every operation', async () => {
  verifies('conventions.negative.bodies', 'conventions.negative.others')
  const lists = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const objects = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const unfinished = '['.repeat(1_000_000)
  await expectNoProblems(
    withBody.flatMap((operation) =>
      [lists, objects, unfinished].map((body) => () => tryBody(operation, body)),
    ),
  )
})

it('a compressed body is refused by every operation, whatever it would become', async () => {
  verifies('conventions.negative.bodies', 'conventions.negative.others')
  const bomb = gzipSync(Buffer.alloc(100 * mebibyte, 0x20))
  await expectNoProblems(
    withBody.flatMap((operation) =>
      ['gzip', 'br', 'deflate', 'gzip, gzip', 'x'].map(
        (encoding) => () => tryBody(operation, bomb, { 'content-encoding': encoding }),
      ),
    ),
  )
})

it('a body that says it is too large is refused before it is read', async () => {
  verifies('conventions.negative.bodies', 'conventions.negative.others')
  await expectNoProblems(
    withBody.map((operation) => async () => {
      const headers = Object.entries({
        host: 'localhost',
        ...headersOf(operation),
        'content-length': String(limitOf(operation) + 1),
      }).map(([name, value]) => `${name}: ${value}`)
      const {
        status,
        headers: answered,
        text,
      } = await sendRaw(
        running.target.url,
        [`${operation.endpoint.method} ${pathOf(operation)} HTTP/1.1`, ...headers, '', '{'].join(
          '\r\n',
        ),
      )
      return problemsOf(
        operation,
        {
          request: 'content-length',
          status,
          contentType: answered.get('content-type') ?? '',
          text,
        },
        [400],
      )
    }),
  )
})

it('a body that grows too large while it comes in is refused', { timeout: 300_000 }, async () => {
  verifies('conventions.negative.bodies', 'conventions.negative.others')
  const chunk = new Uint8Array(mebibyte).fill(0x20)
  const endless = (bytes: number) => {
    let left = bytes
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left <= 0) return controller.close()
        controller.enqueue(chunk)
        left -= chunk.byteLength
      },
    })
  }
  const send = (operation: (typeof withBody)[number]) => () =>
    tryBody(operation, endless(limitOf(operation) + 2 * mebibyte))
  const isLarge = (operation: (typeof withBody)[number]) => limitOf(operation) > 32 * mebibyte
  await expectNoProblems(withBody.filter((operation) => !isLarge(operation)).map(send), 4)
  // A body without a declared length counts as the largest, and two of these are all that a
  // project may have under way.
  await expectNoProblems(withBody.filter(isLarge).map(send), 1)
})

it(
  'a body of as many values as fit neither keeps the service from others nor is answered with as many issues',
  { timeout: 300_000 },
  async () => {
    verifies('conventions.negative.bodies', 'conventions.negative.others')
    const fill = (unit: string, bytes: number) =>
      `{"x":[${unit.repeat(Math.floor(bytes / unit.length) - 8)}0]}`
    const names = (count: number) =>
      `{"x":{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}}`
    const multi = operationNamed('toolkits.multi')
    const load = operationNamed('toolkits.import')
    const bytes = limitOf(multi) - 1024
    // Written before the watch begins: the service is in this thread too.
    const bodies: [Operation, string, number[]][] = [
      ...(isThorough ? ['[],', '{},', '1,', '"",', '{"a":1},'] : ['[],']).flatMap(
        (unit): [Operation, string, number[]][] => [
          [multi, fill(unit, bytes), [200, 400]],
          [multi, fill(unit, bytes).replace('"x"', '"toolkits"'), [400]],
          [multi, fill(unit, 1_500_000).replace('"x"', '"toolkits"'), [400]],
          [load, fill(unit, limitOf(load) - 1024), [400]],
        ],
      ),
      [multi, names(250_000), [200]],
      [load, names(480_000), [400]],
      [load, `{"slug":"wide","source":{"openapi":${names(480_000)}}}`, [202]],
      ...(isThorough
        ? [[load, names(3_000_000), [400]] satisfies [Operation, string, number[]]]
        : []),
    ]
    await expectNoProblems(
      sampleAtDesk(2, bodies).map(
        ([operation, body, statuses]) =>
          () =>
            tryBody(operation, body, {}, statuses),
      ),
      1,
    )
  },
)

const operationNamed = (name: string): Operation => {
  const operation = operations.find((one) => one.name === name)
  if (!operation) throw new Error(`No operation ${name}`)
  return operation
}

it('a name of a prototype is an ordinary name', async () => {
  verifies('conventions.negative.bodies', 'conventions.negative.others')
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toJSON',
    'then',
    'length',
  ]
  const valid = createValid(running.project, running.upstream.url)
  await expectNoProblems(
    withBody.flatMap((operation) =>
      names.map((name) => () => {
        const given = valid(
          operation.endpoint.body ? toSchema(operation.endpoint.body) : {},
          `${operation.name} body `,
        )
        const body = JSON.stringify(given).replace('Another project', `Project ${name}`)
        // Only a server of a third party makes changes: here none waits to be decided.
        const unmade = /^toolkits\.\w+Changes$/.test(operation.name) ? [404] : []
        const statuses = [...Object.keys(operation.endpoint.responses).map(Number), ...unmade]
        return tryBody(
          operation,
          body.replace(
            '{',
            `{"${name}":{"polluted":true,"name":5},"prototype":{"polluted":true}${body === '{}' ? '' : ','}`,
          ),
          {},
          [...statuses, 422],
        )
      }),
    ),
  )
  expect({}).not.toHaveProperty('polluted')
  expect(Object.keys(Object.prototype)).toEqual([])
})

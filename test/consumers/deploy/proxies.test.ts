import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../support/find-free-port.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../../examples/deploy/${name}`, import.meta.url), 'utf8')

const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-proxy-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What stands where a node would: answers with its name, streams, or says that it is not ready. */
const startBehind = async (name: string) => {
  const received: IncomingHttpHeaders[] = []
  const streams: ServerResponse[] = []
  let isReady = true
  const server = createServer((request, response) => {
    received.push(request.headers)
    if (!isReady) return void response.writeHead(503).end(name)
    if (request.url !== '/stream') return void response.end(name)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
    streams.push(response)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(async () => (server.listening ? close() : undefined))
  return {
    port,
    received,
    streams,
    close,
    setReady: (ready: boolean) => void (isReady = ready),
  }
}

/** The text of an example with other words; each must be there. */
const replaceAll = (text: string, words: Record<string, string>): string => {
  let replaced = text
  for (const [word, other] of Object.entries(words)) {
    expect(replaced).toContain(word)
    replaced = replaced.replace(word, other)
  }
  return replaced
}

type Ports = { listen: number; nodes: readonly [number, number] }

const proxies: Record<string, (folder: string, ports: Ports) => string[]> = {
  nginx: (folder, { listen, nodes }) => {
    const example = replaceAll(read('nginx.conf'), {
      'listen 8080': `listen 127.0.0.1:${listen}`,
      '127.0.0.1:8787': `127.0.0.1:${nodes[0]}`,
      '127.0.0.1:8788': `127.0.0.1:${nodes[1]}`,
    })
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    writeFileSync(
      join(folder, 'main.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${places}\n${example}\n}`,
    )
    return ['nginx', '-e', `${folder}/error.log`, '-c', join(folder, 'main.conf')]
  },
  // Of several nodes Docker's name server knows the addresses; here they are named.
  Caddy: (folder, { listen, nodes }) => {
    const example = replaceAll(read('Caddyfile'), {
      ':8080 {': `http://127.0.0.1:${listen} {`,
      'dynamic a plugboard 8787 {\n\t\t\trefresh 2s\n\t\t}': `to ${nodes.map((port) => `127.0.0.1:${port}`).join(' ')}`,
    })
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${example}`)
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
  },
}

const start = async (name: string) => {
  const behind = [await startBehind('one'), await startBehind('two')] as const
  const ports: Ports = {
    listen: await findFreePort(),
    nodes: [behind[0].port, behind[1].port],
  }
  const folder = createFolder()
  const [program = '', ...args] = proxies[name]?.(folder, ports) ?? []
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: 'pipe',
  })
  const exit = once(child, 'exit')
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log += part))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
  })
  const url = `http://127.0.0.1:${ports.listen}`
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => log,
        ),
      { timeout: 30_000 },
    )
    .toBe(200)
  const ask = async (headers: Record<string, string> = {}, path = '/') => {
    const response = await fetch(url + path, { headers })
    return { status: response.status, text: await response.text() }
  }
  return { behind, url, ask }
}

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    return false
  }
}

describe.each(Object.keys(proxies))('the example for %s', (name) => {
  it.runIf(has(name.toLowerCase()))(
    'passes headers, streams, and what it says of addresses',
    async () => {
      const { behind, url, ask } = await start(name)
      const given = {
        'x-api-key': 'a key',
        'idempotency-key': 'once',
        'last-event-id': '17',
        'x-request-id': 'request-0001',
        'x-forwarded-for': '1.2.3.4',
      }
      const before = behind.flatMap(({ received }) => received).length
      await ask(given)
      expect(behind.flatMap(({ received }) => received)).toHaveLength(before + 1)
      const passed = behind
        .flatMap(({ received }) => received)
        .find((headers) => headers['x-api-key'] === 'a key')
      expect(passed).toMatchObject({
        ...given,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        host: new URL(url).host,
      })

      const response = await fetch(`${url}/stream`)
      const reader = response.body?.getReader()
      const first = await reader?.read()
      expect(Buffer.from(first?.value ?? []).toString()).toBe('data: first\n\n')
      // Nothing more was sent: the proxy has not waited for it.
      for (const { streams } of behind) for (const stream of streams) stream.end()
      expect((await reader?.read())?.done).toBe(true)
    },
  )

  it.runIf(has(name.toLowerCase()))(
    'leaves out a node that is not ready or not there',
    async () => {
      const { behind, ask } = await start(name)
      const [one, two] = behind
      const names = async () =>
        new Set(
          (await Promise.all(Array.from({ length: 20 }, () => ask()))).map(({ text }) => text),
        )
      expect(await names()).toEqual(new Set(['one', 'two']))

      one.setReady(false)
      await names()
      const before = one.received.length
      expect(await names()).toEqual(new Set(['two']))
      expect(one.received.length).toBe(before)

      one.setReady(true)
      await expect
        .poll(names, { timeout: 30_000, interval: 1_000 })
        .toEqual(new Set(['one', 'two']))
      await two.close()
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
      expect(answers.map(({ text }) => text)).toEqual(answers.map(() => 'one'))
    },
  )
})

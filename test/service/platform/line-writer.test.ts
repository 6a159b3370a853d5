import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createLineWriter } from '../../../src/service/platform/line-writer.ts'

const source = new URL('../../../src/service/platform/line-writer.ts', import.meta.url).href

/** A process that writes to its standard error. */
const startWriter = (body: string) => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createLineWriter } from '${source}'\nconst log = createLineWriter(2)\n${body}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exit: once(child, 'exit') as Promise<[number | null]> }
}

it('writes every line in order, however many come at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-lines-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'log')
  const fd = openSync(file, 'a')
  onTestFinished(() => closeSync(fd))
  const writer = createLineWriter(fd)
  const lines = Array.from({ length: 5_000 }, (_unused, index) => `línea ${index}\n`)
  for (const [index, line] of lines.entries()) {
    writer.write(line)
    if (index % 1_000 === 0) await sleep(1)
  }
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''))
})

it('writes what waits at the end of the process', async () => {
  const { child, exit } = startWriter(
    "for (let index = 0; index < 30_000; index += 1) log.write('line ' + index + '\\n')\nprocess.exit(0)",
  )
  await sleep(500)
  const written = (await text(child.stderr)).trimEnd().split('\n')
  expect((await exit)[0]).toBe(0)
  expect(written.length).toBe(30_000)
})

it('drops lines once the reader has ended, and the process goes on and ends', async () => {
  const { child, exit } = startWriter(
    [
      "log.write('first\\n')",
      "process.on('SIGTERM', () => { for (let index = 0; index < 9; index += 1) log.write('late\\n'); console.log('still here'); process.exit(3) })",
      "setInterval(() => log.write('tick\\n'), 10)",
    ].join('\n'),
  )
  await once(child.stderr, 'data')
  child.stderr.destroy()
  await sleep(200)
  child.kill('SIGTERM')
  expect(await text(child.stdout)).toBe('still here\n')
  expect((await exit)[0]).toBe(3)
})

it('keeps a bounded number of characters for a reader that does not read', async () => {
  const { child, exit } = startWriter(
    [
      "const line = 'x'.repeat(1023) + '\\n'",
      'for (let index = 0; index < 24 * 1024; index += 1) log.write(line)',
      "setTimeout(() => console.log('asleep'), 200)",
    ].join('\n'),
  )
  await once(child.stdout, 'data')
  const lines = (await text(child.stderr)).split('\n').filter((line) => line !== '')
  expect((await exit)[0]).toBe(0)
  expect(lines.every((line) => line.length === 1023)).toBe(true)
  expect(lines.length).toBeGreaterThan(16_000)
  expect(lines.length).toBeLessThan(17_000)
})

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './find-free-port.ts'
import { repairForPrism } from './repair-for-prism.ts'

type Prism = { url: string; close(): Promise<void> }

/**
 * Serves an API description with Prism, a mock that validates what it is sent, as a process of its
 * own on loopback.
 *
 * Without `--errors`, which would refuse the description's own examples; see `readPrismProblem` for what
 * an answer says. Give every call a time-out: Prism never answers some bodies that are not JSON.
 */
export const startPrism = async (document: unknown): Promise<Prism> => {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(repairForPrism(document)))
  const port = await findFreePort()
  const child = spawn(
    node,
    [
      program,
      'mock',
      file,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--verboseLevel',
      'error',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const close = async () => {
    process.off('exit', kill)
    await stop(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilItAnswers(child, `http://127.0.0.1:${port}/`)
  } catch (error) {
    await close()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

const packages = new URL('../../node_modules/', import.meta.url)

/** Prism needs the newest Node, which may not be the one that runs this. */
const node = fileURLToPath(new URL('.bin/node', packages))
const program = fileURLToPath(new URL('@stoplight/prism-cli/dist/index.js', packages))

const waitUntilItAnswers = async (child: ChildProcess, url: string): Promise<void> => {
  let complaint = ''
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)),
  )
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(50)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Prism ended before it answered: ${complaint}`)
    if (await answers(url)) return
  }
  throw new Error(`Prism did not answer within a minute: ${complaint}`)
}

const answers = async (url: string): Promise<boolean> => {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(5000) })).text()
    return true
  } catch {
    return false
  }
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

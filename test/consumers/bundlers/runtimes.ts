import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../support/find-free-port.ts'
import type { Turn } from './agents/turn.ts'
import type { Project } from './make-project.ts'

/** A place where a bundle runs. */
export type Runtime = {
  name: string
  /** Runs one turn of the agent in the file, and returns what the agent says. */
  run(project: Project, file: string, turn: Turn): Promise<string>
}

const limitMs = 600_000

/** Runs a program to its end and returns what it printed. */
const program = (name: string, toCommand: (folder: string) => string[]): Runtime => ({
  name,
  run: async ({ folder }, file, turn) => {
    const [command = '', ...options] = toCommand(folder)
    const child = spawn(command, [...options, file], {
      cwd: folder,
      env: { ...process.env, TURN: JSON.stringify(turn) },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(limitMs),
    })
    const output = collect(child)
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`code ${code}: ${output.complaints()}`)
    return output.said().trim()
  },
})

/** Starts a server with the file as its handler, sends it the turn, and stops it. */
const server = (
  name: string,
  start: (folder: string, file: string, port: number) => Promise<string[]>,
): Runtime => ({
  name,
  run: async ({ folder }, file, turn) => {
    const port = await findFreePort()
    const [command = '', ...options] = await start(folder, file, port)
    const child = spawn(command, options, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = collect(child)
    try {
      const answer = await ask(`http://127.0.0.1:${port}`, turn, child)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text} ${output.complaints()}`)
      return text
    } catch (error) {
      throw new Error(
        `${error instanceof Error ? error.message : String(error)}\n${output.complaints()}`,
        { cause: error },
      )
    } finally {
      if (child.exitCode === null && child.kill()) await once(child, 'exit')
    }
  },
})

const collect = ({ stdout, stderr }: ChildProcess) => {
  let said = ''
  let complaints = ''
  stdout?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  stderr?.on(
    'data',
    (chunk: Buffer) => void (complaints = (complaints + chunk.toString()).slice(-4000)),
  )
  return { said: () => said, complaints: () => complaints }
}

/** Repeats the request while nothing listens yet. */
const ask = async (url: string, turn: Turn, child: ChildProcess): Promise<Response> => {
  const deadline = Date.now() + limitMs
  for (;;) {
    try {
      return await fetch(url, { method: 'POST', body: JSON.stringify(turn) })
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error
      await pause(100)
    }
  }
}

const bin = (folder: string, name: string): string => join(folder, 'node_modules/.bin', name)

export const node26 = program('Node 26', (folder) => [
  join(folder, 'node_modules/node-26/bin/node'),
])
export const node24 = program('Node 24', () => [process.execPath])
export const node22 = program('Node 22', (folder) => [
  join(folder, 'node_modules/node-22/bin/node'),
])
export const bun = program('Bun', (folder) => [bin(folder, 'bun')])
export const deno = program('Deno', (folder) => [
  bin(folder, 'deno'),
  'run',
  '--allow-all',
  '--no-lock',
])

/** Modules that wrangler writes beside a worker. */
const toWasmModules = (names: string[]): string =>
  names
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => `, (name = "${name}", wasm = embed "${name}")`)
    .join('')

export const workerd = server('workerd', async (folder, file, port) => {
  const config = `${file}.capnp`
  await writeFile(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "agent", worker = (
      modules = [(name = "worker", esModule = embed "${basename(file)}")${toWasmModules(await readdir(dirname(file)))}],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
    )),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "agent")],
);
`,
  )
  return [bin(folder, 'workerd'), 'serve', config, '--import-path', dirname(file)]
})

export const edgeRuntime = server('edge-runtime', async (folder, file, port) => [
  bin(folder, 'edge-runtime'),
  '--listen',
  '--port',
  String(port),
  file,
])

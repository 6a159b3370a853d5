import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findFreePort } from '../find-free-port.ts'

const program = join(
  dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  ),
  'dist/index.js',
)

/**
 * The protocol's own example server, as it comes from npm, on loopback. It speaks the older era, and
 * the transport before that too.
 */
export const startEverything = async (
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<{
  url: string
  host: string
  close(): Promise<void>
}> => {
  const port = await findFreePort()
  const child = spawn(process.execPath, [program, transport], {
    env: { PORT: String(port), PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      if (/listening|running/i.test(chunk.toString())) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}`)))
  })
  const host = `127.0.0.1:${port}`
  return {
    url: `http://${host}/${transport === 'sse' ? 'sse' : 'mcp'}`,
    host,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

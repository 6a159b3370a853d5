import { Socket } from 'node:net'
import { isMainThread, Worker } from 'node:worker_threads'
import { jsonLines } from './json-lines.ts'
import { sandboxLimits } from './limits.ts'
import type { FromSandbox, ToSandbox } from './messages.ts'
import { runTask } from './run-task.ts'
import { runWatchdog, type WatchdogData } from './watchdog.ts'

// Started by file name in a process without environment, files or permissions (run-in-sandbox.ts).

const serve = (): void => {
  const watched: WatchdogData = {
    parent: process.ppid,
    totalMs: Number(process.argv[2]) || sandboxLimits.totalMs,
  }
  const leave = () => process.exit(1)
  // The watch starts before any code runs.
  new Worker(new URL(import.meta.url), { workerData: watched }).once('exit', leave)
  const waiting = new Map<number, (reply: ToSandbox) => void>()
  const socket = new Socket({ fd: 3, readable: true, writable: true })
  socket.once('close', leave)

  const lines = jsonLines<FromSandbox>(socket, {
    maximumCharacters: Number.POSITIVE_INFINITY,
    fail: leave,
    receive: (given) => {
      const message = given as ToSandbox
      if (message.kind === 'reply') waiting.get(message.id)?.(message)
      else void runTask(message.task, { ask }).then(lines.send)
    },
  })

  let asked = 0
  const ask = async (
    about: Extract<FromSandbox, { kind: 'question' }>['about'],
    json: string,
  ): Promise<string> => {
    const id = (asked += 1)
    const replied = new Promise<ToSandbox>((resolve) => waiting.set(id, resolve))
    lines.send({ kind: 'question', id, about, json })
    const reply = await replied
    waiting.delete(id)
    if (reply.kind === 'reply' && 'json' in reply) return reply.json
    throw new Error(reply.kind === 'reply' ? reply.error : 'no reply')
  }

  lines.send({ kind: 'ready' })
}

if (isMainThread) serve()
else runWatchdog()

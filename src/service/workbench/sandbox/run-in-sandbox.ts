import { startDeadline } from './deadline.ts'
import { jsonLines } from './json-lines.ts'
import { sandboxLimits, type SandboxTimes } from './limits.ts'
import {
  fromSandbox,
  type FromSandbox,
  type SandboxEnd,
  type SandboxTask,
  type ToSandbox,
} from './messages.ts'
import { startProcess } from './start-process.ts'
import { watchMemory } from './watch-memory.ts'

type Question = Extract<FromSandbox, { kind: 'question' }>

export type SandboxRun = {
  /** The URL of the interpreter's module. */
  interpreter: string
  times: SandboxTimes
  task: SandboxTask
  /** Answers requests of the code as JSON; errors are passed to the code. */
  answer: (question: Pick<Question, 'about' | 'json'>, signal: AbortSignal) => Promise<string>
  signal: AbortSignal
}

/** Why a run was terminated. */
export type SandboxFailure = { kind: 'failed'; reason: 'time' | 'memory' | 'aborted' | 'broken' }

/** Runs code in a separate process, which has ended when this returns. */
export const runInSandbox = ({
  interpreter,
  times,
  task,
  answer,
  signal,
}: SandboxRun): Promise<SandboxEnd | SandboxFailure> =>
  new Promise((resolve) => {
    const { child, channel } = startProcess(interpreter, times.totalMs)
    const over = new AbortController()
    let outcome: SandboxEnd | SandboxFailure | undefined
    const end = (reached: SandboxEnd | SandboxFailure) => {
      outcome ??= reached
      child.kill('SIGKILL')
    }
    const fail = (reason: SandboxFailure['reason']) => end({ kind: 'failed', reason })
    const deadline = startDeadline(times, () => fail('time'))
    const endWatch = watchMemory(child.pid ?? 0, sandboxLimits.memoryBytes, () => fail('memory'))
    const abort = () => fail('aborted')
    signal.addEventListener('abort', abort)

    const reply = async ({ id, about, json }: Question) => {
      deadline.pause()
      const answered = await answer({ about, json }, over.signal).then(
        (text): ToSandbox => ({ kind: 'reply', id, json: text }),
        (error: unknown): ToSandbox => ({ kind: 'reply', id, error: toMessage(error) }),
      )
      if (over.signal.aborted) return
      deadline.resume()
      lines.send(answered)
    }
    const lines = jsonLines<ToSandbox>(channel, {
      maximumCharacters: sandboxLimits.lineCharacters,
      fail: () => fail('broken'),
      receive: (given) => {
        const { data: message } = fromSandbox.safeParse(given)
        if (message?.kind === 'ready') lines.send({ kind: 'task', task })
        else if (message?.kind === 'question') void reply(message)
        else if (message?.kind === 'ended') end(message)
        else fail('broken')
      },
    })

    const finish = (reached: SandboxEnd | SandboxFailure) => {
      deadline.stop()
      endWatch()
      signal.removeEventListener('abort', abort)
      over.abort()
      channel.destroy()
      resolve(reached)
    }
    child.once('error', () => finish(outcome ?? { kind: 'failed', reason: 'broken' }))
    // Not ended by the service, so by its own memory watch, or by the engine, which aborts when its
    // heap is full.
    child.once('exit', (_code, by) =>
      finish(
        outcome ?? {
          kind: 'failed',
          reason: by === 'SIGKILL' || by === 'SIGABRT' || by === 'SIGTRAP' ? 'memory' : 'broken',
        },
      ),
    )
    if (signal.aborted) abort()
  })

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

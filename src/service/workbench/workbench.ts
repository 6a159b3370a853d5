import { Buffer } from 'node:buffer'
import { BusyError } from '../platform/busy-error.ts'
import { createFairQueue } from '../platform/fair-queue.ts'
import type { Log } from '../platform/log.ts'
import { ServiceError } from '../service-error.ts'
import type {
  ExecuteInSession,
  Workbench as SessionWorkbench,
  Results,
  OpenSession,
} from '../sessions/index.ts'
import { findPeer } from '../platform/find-peer.ts'
import { sandboxLimits, type SandboxTimes } from './sandbox/limits.ts'
import type { SandboxEnd } from './sandbox/messages.ts'
import { runInSandbox, type SandboxFailure, type SandboxRun } from './sandbox/run-in-sandbox.ts'
import { storesFiles, type SessionFiles } from './session-files.ts'
import { toModelResult } from './to-model-result.ts'
import { createToolCalls, type ToolCalls } from './tool-calls.ts'

type Parts = {
  files: SessionFiles
  results: Results
  executeInSession: ExecuteInSession
  log: Log
  /** The time limit for computing in one run. */
  computeMs: number
}

type Workbench = SessionWorkbench & {
  /** Ends all runs. */
  close(): void
}

const listedResults = 1000

/**
 * Runs code of models with the tools of their session. Absent if its interpreter, an optional
 * package, is not installed.
 */
export const openWorkbench = (parts: Parts): Workbench | undefined => {
  const interpreter = findPeer('just-bash')
  if (interpreter === undefined) return undefined
  const times: SandboxTimes = {
    computeMs: parts.computeMs,
    totalMs: parts.computeMs + sandboxLimits.totalMs - sandboxLimits.computeMs,
  }
  const inTurn = createFairQueue({
    work: 'runs of the workbench',
    concurrency: 4,
    waiting: 50,
    waitMs: 15_000,
  })
  const closing = new AbortController()

  /** Answers requests of code without exposing internal errors. */
  const answerWith =
    (session: OpenSession, toolCalls: ToolCalls): SandboxRun['answer'] =>
    async ({ about, json }, signal) => {
      try {
        if (about !== 'read') return await toolCalls.answer(about, json, signal)
        const text = await parts.results.readText(session, String(JSON.parse(json)))
        if (text.length > sandboxLimits.storedResultCharacters)
          throw new ServiceError(
            'invalid_request',
            `The result has ${text.length} characters, more than a file may have here: read it by parts with SVC_READ_RESULT`,
          )
        return text
      } catch (error) {
        if (error instanceof ServiceError && error.slug !== 'internal') throw error
        if (!signal.aborted)
          parts.log.error(
            { err: error, sessionId: session.id },
            'a request of the workbench failed',
          )
        throw new Error('The service failed to answer; try again', { cause: error })
      }
    }

  return {
    run: async (session, code, context) => {
      const signal = AbortSignal.any([context.signal, closing.signal])
      const toolCalls = createToolCalls(parts.executeInSession, session, context.trace)
      const run = await inTurn(session.project.id, signal, async () => {
        const [{ files, damaged }, results] = await Promise.all([
          parts.files.load(session),
          parts.results.listHandles(session, listedResults),
        ])
        return {
          damaged,
          reached: await runInSandbox({
            interpreter,
            times,
            task: { ...code, files, results },
            answer: answerWith(session, toolCalls),
            signal,
          }),
        }
      }).catch(unlessBusy)
      if (run === undefined)
        return {
          data: {},
          error: 'The workbench is busy with other code. Try again in some seconds.',
        }
      const { damaged, reached } = run
      const calls = toCalls(toolCalls)
      const logged = {
        ...(reached.kind === 'ended' ? { exit_code: reached.exitCode } : { ended: reached.reason }),
        tool_calls: toolCalls.made,
      }
      if (reached.kind === 'failed') {
        if (reached.reason === 'broken')
          parts.log.warn({ sessionId: session.id }, 'the process of a workbench crashed')
        return { data: calls, error: toFailure(reached, times), logged }
      }
      const refused = reached.filesRefused ?? (await parts.files.save(session, reached))
      const shown = await toModelResult(parts.results, session, reached, context.offload)
      return {
        data: { ...shown, ...calls, ...toFiles(session, reached, refused ?? toDamage(damaged)) },
        error: reached.exitCode === 0 ? null : toError(reached),
        logged,
      }
    },
    close: () => closing.abort(),
  }
}

const unlessBusy = (error: unknown): undefined => {
  if (!(error instanceof BusyError)) throw error
}

const toCalls = ({ made, pendingApprovals }: ToolCalls) => {
  const succeeded = made.filter(({ successful }) => successful).length
  return {
    ...(made.length > 0 && { tool_calls: { succeeded, failed: made.length - succeeded } }),
    ...(pendingApprovals.length > 0 && { pending_approvals: pendingApprovals }),
  }
}

const toFiles = (
  session: OpenSession,
  { changed, removed }: SandboxEnd,
  problem: string | undefined,
) => {
  const isChanged = changed.length + removed.length > 0
  const message =
    problem ??
    (isChanged && !storesFiles(session)
      ? 'The project stores no data, so no file is kept for the next call.'
      : undefined)
  return {
    ...(isChanged && {
      files: {
        changed: changed.map(({ path, base64 }) => ({
          path,
          size: Buffer.byteLength(base64, 'base64'),
        })),
        removed,
      },
    }),
    ...(message !== undefined && { files_message: message }),
  }
}

const toDamage = (paths: string[]): string | undefined =>
  paths.length === 0
    ? undefined
    : `Stored files were damaged and omitted: ${paths.join(', ')}. Write them again.`

const toError = ({ exitCode, stderr }: SandboxEnd): string =>
  `It ended with exit code ${exitCode}${stderr.trim() === '' ? '' : `: ${stderr.trim().slice(-500)}`}`

const lost = 'What it printed, returned and wrote to files is lost; what its tools did is done.'

const toFailure = ({ reason }: SandboxFailure, { computeMs, totalMs }: SandboxTimes): string => {
  switch (reason) {
    case 'time':
      return `The code was terminated: it computed for more than ${computeMs / 1000} seconds, or took more than ${totalMs / 1000} with its tools. ${lost} Do less in one run.`
    case 'memory':
      return `The code was terminated: it used more memory than the workbench has. ${lost} Use less at a time.`
    case 'aborted':
      return `The code was terminated because its caller disconnected or the service is stopping. ${lost}`
    case 'broken':
      return `The workbench crashed while it ran this code. ${lost} Try another way.`
    default:
      return reason satisfies never
  }
}

import { toOutline, type Results, type OpenSession } from '../sessions/index.ts'
import type { SandboxEnd } from './sandbox/messages.ts'

const maximumCharacters = 20_000
const shownCharacters = 4000

type Shown = { stdout: string; stderr: string; exit_code: number; result?: unknown }

/** The result of a run for a model: complete, or shortened with a handle for the rest. */
export const toModelResult = async (
  results: Results,
  session: OpenSession,
  ended: SandboxEnd,
  offload: boolean,
): Promise<Record<string, unknown>> => {
  const whole: Shown = {
    stdout: ended.stdout,
    stderr: ended.stderr,
    exit_code: ended.exitCode,
    ...(ended.result !== undefined && { result: JSON.parse(ended.result) as unknown }),
  }
  const limit = Math.min(maximumCharacters, session.config.workbench.auto_offload_threshold)
  if (!offload || JSON.stringify(whole).length <= limit) return whole
  const { handle, size, shape } = await results.offload(
    { ...session, config: { workbench: { auto_offload_threshold: limit } } },
    whole,
  )
  const shown = Math.min(shownCharacters, limit)
  return {
    stdout: cut(whole.stdout, shown),
    stderr: cut(whole.stderr, shown),
    exit_code: whole.exit_code,
    ...(whole.result !== undefined && { result: toOutline(whole.result, shown) }),
    ...(handle === undefined
      ? {
          message:
            'This is a part of what came out; the project stores no data, so the rest is lost. Print and return less.',
        }
      : {
          size,
          shape,
          handle,
          message: `What came out has ${String(size)} characters, so it was stored: all of it is in /results/${String(handle)}.json, or by parts with SVC_READ_RESULT. Print and return less.`,
        }),
  }
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`

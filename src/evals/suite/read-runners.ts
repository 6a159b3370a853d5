import { z } from 'zod'
import { CaseFileError } from '../cases/case-file-error.ts'
import { runFile } from '../cases/run-file.ts'
import type { Runner } from '../runners/runner.ts'

/**
 * Imports a module whose default export is a list of runners, or a function that returns one.
 *
 * @example
 * const runners = await readRunners('evals/runners.ts')
 */
export const readRunners = async (path: string): Promise<Runner[]> => {
  const parsed = runnerList.safeParse(await runFile(path))
  if (parsed.success) return parsed.data
  throw new CaseFileError(
    `${path}: the default export must be a list of runners, such as [aiSdk(model), openai(client, 'gpt-5')], or a function that returns one`,
  )
}

const isRunner = (value: unknown): value is Runner =>
  z
    .looseObject({ adapter: z.string().min(1), run: z.custom((run) => typeof run === 'function') })
    .safeParse(value).success

const runnerList = z.array(z.custom<Runner>(isRunner)).min(1)

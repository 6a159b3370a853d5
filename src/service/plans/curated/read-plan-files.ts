import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { curatedPlan, type CuratedPlan } from './curated-plan.ts'

/** Thrown for invalid plan files; the message names each file and its problem. */
export class PlanFilesError extends Error {
  override name = 'PlanFilesError'
}

/** Reads an operator's plans: one for each `.yaml`, `.yml` and `.json` file of a folder. */
export const readPlanFiles = (folder: string): CuratedPlan[] => {
  const files = listFiles(folder).map((name) => ({ name, ...readPlan(join(folder, name)) }))
  const problems = files.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [`${name}: ${problem}`],
  )
  const plans = files.flatMap(({ plan }) => (plan ? [plan] : []))
  const ids = plans.map(({ id }) => id)
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `the id "${id}" is used by more than one plan`,
  )
  if (problems.length + twice.length > 0)
    throw new PlanFilesError(
      `${folder} contains invalid plans: ${[...problems, ...twice].join('; ')}`,
    )
  return plans
}

const listFiles = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => /\.(?:ya?ml|json)$/.test(name))
      .toSorted()
  } catch (cause) {
    throw new PlanFilesError(`${folder} is not a readable folder`, { cause })
  }
}

/** Few starts have plan files, so only they load it; `readConfig` cannot wait for an import. */
const loadYaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml')

/** YAML is a superset of JSON. */
const readPlan = (path: string): { plan?: CuratedPlan; problem?: string } => {
  let content: unknown
  try {
    content = loadYaml().parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return {
      problem: `is not YAML or JSON: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable'}`,
    }
  }
  const parsed = curatedPlan.safeParse(content)
  if (parsed.success) return { plan: parsed.data }
  return {
    problem: parsed.error.issues
      .map((issue) => `${issue.path.join('.')} ${issue.message}`.trim())
      .join(', '),
  }
}

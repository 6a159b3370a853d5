import { readFile } from 'node:fs/promises'
import {
  createReport,
  openCassettes,
  parsePriceFile,
  parseReport,
  parseThreshold,
  readCases,
  runSuite,
  toTerminal,
  type EvalCase,
  type EvalReport,
} from '../../evals/index.ts'
import { CliError } from '../cli-error.ts'
import { findService } from '../service-connection.ts'
import { openEvaluators } from './open-evaluators.ts'
import { openRunners } from './open-runners.ts'
import type { RunEvalsOptions } from './run-options.ts'
import { showProgress } from './show-progress.ts'
import { planReports } from './plan-reports.ts'

/** Runs the cases of some files, then writes and prints the reports, and sets the exit code. */
export const runFiles = async (files: string[], options: RunEvalsOptions): Promise<void> => {
  // Options are validated before any model call costs money.
  const writeReports = planReports(options.report ?? [])
  const thresholds = options.threshold?.map(parseThreshold)
  const [cases, runners, baseline, prices] = await Promise.all([
    readCases(files),
    openRunners(options),
    readJson(options.baseline, parseReport),
    readJson(options.prices, parsePriceFile),
  ])
  if (cases.length === 0) throw new CliError(`There are no cases in ${files.join(', ')}`)
  const secrets = [options.modelKey, options.evaluatorKey].filter(isSecret)
  const cassettes = openCassettes({ folder: options.cassettes, mode: options.mode, secrets })
  const evaluators = await openEvaluators(options, cassettes)
  const plugboard =
    options.mode !== 'strict' && cases.some(needsService) ? await openService(options) : undefined
  const runs = await runSuite(
    { cases, runners },
    {
      trials: options.trials,
      concurrency: options.concurrency,
      cassettes,
      plugboard,
      userId: options.user,
      ...evaluators,
      prices,
      onRun: showProgress(process.stderr),
    },
  )
  const report = createReport(runs, { thresholds, baseline, prices, secrets })
  process.exitCode = exitCodes.infrastructure
  try {
    await writeReports(report)
    process.exitCode = exitCodes[report.outcome]
  } finally {
    // Last: the process ends when the reader of its output does, such as `head`.
    console.log(toTerminal(report))
  }
}

const exitCodes: Record<EvalReport['outcome'], number> = {
  passed: 0,
  'below-thresholds': 1,
  infrastructure: 2,
}

/** Servers without keys are given short words, such as `x`, which occur in other words. */
const isSecret = (key: string | undefined): key is string => key !== undefined && key.length >= 8

const readJson = async <Content>(
  path: string | undefined,
  parse: (value: unknown, source: string) => Content,
): Promise<Content | undefined> => {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8')
  try {
    return parse(JSON.parse(text), path)
  } catch (cause) {
    throw new CliError(`${path} cannot be used`, { cause })
  }
}

/** Tools that a case only names are loaded from the service. */
const needsService = ({ tools }: EvalCase): boolean =>
  !Array.isArray(tools) || tools.some((tool) => typeof tool === 'string')

const openService = async (options: RunEvalsOptions) => {
  const [{ Plugboard }, { baseUrl, key }] = await Promise.all([
    import('../../index.ts'),
    findService(options),
  ])
  return new Plugboard({ baseUrl, apiKey: key })
}

import type { Client } from '../../../src/client/index.ts'
import type { ImportReport } from '../../../src/contract/toolkits.ts'
import type { Tool } from '../../../src/contract/tools.ts'
import { generateArguments } from '../generate-arguments.ts'
import { readPrismProblem } from '../read-prism-problem.ts'
import { credentialFor, type Recorder } from '../start-recorder.ts'
import { compareRequest } from './compare-request.ts'
import { userOf } from './connect-workers.ts'
import type { DescribedOperation } from './list-operations.ts'

/**
 * What became of one operation.
 *
 * `violation`: the mock says that the request breaks the description. `mismatch`: another request
 * left than the arguments ask for. `failed`: no good answer for another reason. `skipped`: no
 * arguments could be made.
 */
export type Outcome = {
  operation: string
  slug: string
  result: 'passed' | 'violation' | 'mismatch' | 'failed' | 'skipped'
  reason?: string
}

export type Run = {
  client: Client
  recorder: Recorder
  toolkit: string
  operations: DescribedOperation[]
  report: ImportReport
}

/**
 * Executes every operation of an imported toolkit through the service, and holds what left against
 * the description and the arguments.
 */
export const executeOperations = async (
  run: Run,
  { optional, workers }: { optional: boolean; workers: number },
): Promise<Outcome[]> => {
  const tools = await listTools(run)
  const queue = pairOperations(run, tools)
  const outcomes: Outcome[] = []
  const work = async (worker: number) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outcome = await executeOperation(run, next, worker, optional)
      outcomes.push({ operation: next.operation.key, slug: next.tool.slug, ...outcome })
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return outcomes
}

const listTools = async ({ client, toolkit }: Run): Promise<Tool[]> => {
  const tools: Tool[] = []
  let cursor: string | undefined
  do {
    const page = await client.tools.list({
      query: { toolkit_slug: [toolkit], limit: 500, ...(cursor !== undefined && { cursor }) },
    })
    tools.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return tools
}

type Pair = { operation: DescribedOperation; tool: Tool }

/** The report names the tools in the order of the description. */
const pairOperations = ({ operations, report }: Run, tools: Tool[]): Pair[] => {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const skipped = new Set(report.skipped.map(({ operation }) => operation))
  const made = operations.filter(({ key }) => !skipped.has(key))
  return report.tools.map((slug, index) => {
    const [operation, tool] = [made[index], bySlug.get(slug)]
    if (!operation || !tool)
      throw new Error(
        `The import reports ${slug}, which is ${tool ? 'none of the operations' : 'not listed among the tools'}`,
      )
    if (operation.summary !== undefined && operation.summary !== tool.name)
      throw new Error(
        `${slug} is called "${tool.name}", but ${operation.key} is "${operation.summary}"`,
      )
    return { operation, tool }
  })
}

const executeOperation = async (
  run: Run,
  { operation, tool }: Pair,
  worker: number,
  optional: boolean,
): Promise<Pick<Outcome, 'result' | 'reason'>> => {
  const generated = generateArguments(tool.input_parameters, { optional })
  if ('reason' in generated)
    return { result: 'skipped', reason: `no valid arguments: ${generated.reason}` }
  const answer = await execute(run, tool, generated.arguments, worker)
  const exchanges = run.recorder.take(credentialFor(worker))
  const [sent] = exchanges
  if (!sent) return { result: 'failed', reason: answer.error ?? 'nothing was sent' }
  if (exchanges.length > 1)
    return { result: 'mismatch', reason: `${exchanges.length} requests were sent for one call` }
  const refusal = sent.answer && readPrismProblem(sent.answer)
  if (refusal?.kind === 'violation')
    return {
      result: 'violation',
      reason: `${refusal.reason} (${sent.method} ${sent.path}?${sent.query} ${sent.body.toString().slice(0, 400)})`,
    }
  const differences = compareRequest(
    { operation, renamed: run.report.renamed, arguments: generated.arguments },
    sent,
  )
  if (differences.length > 0) return { result: 'mismatch', reason: differences.join('; ') }
  if (answer.error !== null) return { result: 'failed', reason: refusal?.reason ?? answer.error }
  return { result: 'passed' }
}

const execute = async (
  { client }: Run,
  tool: Tool,
  args: Record<string, unknown>,
  worker: number,
): Promise<{ error: string | null }> => {
  try {
    const body = { arguments: args, user_id: userOf(worker) }
    return await client.tools.execute(
      { params: { tool_slug: tool.slug }, body },
      { timeoutMs: 20_000 },
    )
  } catch (error) {
    return {
      error: `the service did not answer: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Database, Handle } from '../../../../src/service/platform/database/index.ts'

/** A step of a plan, and the steps that it takes its rows from. */
export type Step = { text: string; inputs: Step[] }

/** The plans of every statement that some work sends. */
export const explain = async (
  database: Database,
  work: (handle: Handle) => Promise<unknown>,
): Promise<Step[]> => {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(database.handle.withPlugin(recorder))
  return Promise.all(nodes.map((node) => planOf(database, node)))
}

export const allSteps = (step: Step): Step[] => [step, ...step.inputs.flatMap(allSteps)]

export const toText = ({ text, inputs }: Step, depth = 0): string =>
  [`${'  '.repeat(depth)}${text}`, ...inputs.map((input) => toText(input, depth + 1))].join('\n')

const planOf = async ({ engine, handle }: Database, node: RootOperationNode): Promise<Step> => {
  const statement = {
    toOperationNode: () => node,
    expressionType: undefined,
    isSelectQueryBuilder: undefined,
  }
  const lines =
    engine === 'sqlite'
      ? (await sql<Line>`explain query plan ${statement}`.execute(handle)).rows
      : toLines(
          (await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(handle)).rows.map(
            (row) => row['QUERY PLAN'],
          ),
        )
  const inputsOf = (parent: number): Step[] =>
    lines
      .filter((line) => line.parent === parent)
      .map(({ id, detail }) => ({ text: detail, inputs: inputsOf(id) }))
  return { text: 'PLAN', inputs: inputsOf(0) }
}

/** As SQLite gives them: each with the number of the line that it belongs to. */
type Line = { id: number; parent: number; detail: string }

/** PostgreSQL tells by the depth of a line; conditions are not steps. */
const toLines = (texts: string[]): Line[] => {
  const open: { id: number; depth: number }[] = []
  return texts.flatMap((text, index) => {
    if (index > 0 && !text.includes('->')) return []
    const depth = text.search(/[^ ]/)
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const line = {
      id: index + 1,
      parent: open.at(-1)?.id ?? 0,
      detail: text.replace(/^[ ->]+/, ''),
    }
    open.push({ id: line.id, depth })
    return [line]
  })
}

import { callChains, type Call } from './call-chains.ts'
import { isNode } from './walk-syntax.ts'

/** Of a row that is the only one with it, or of rows of which there are few. */
const keys = new Set(['id', 'name', 'server_id', 'key_hash', 'slot'])

/** Every DELETE that may take any number of rows, as a sentence that says what to do. */
export const findUnboundedDeletes = (path: string, text: string): string[] =>
  callChains(text, 'deleteFrom')
    .filter((calls) => !calls.some(isBounded))
    .map(
      (calls) =>
        `${path} deletes as many rows of ${tableOf(calls)} as there are: delete some by their keys, with deleteInBatches`,
    )

const isBounded = ({ method, arguments: given }: Call): boolean => {
  if (method !== 'where' || !Array.isArray(given)) return false
  const [column, operator] = given.map((argument: unknown) =>
    isNode(argument) ? String(argument['value']) : '',
  )
  return operator === 'in' || (operator === '=' && keys.has(column ?? ''))
}

const tableOf = (calls: Call[]): string => {
  const given = calls.find(({ method }) => method === 'deleteFrom')?.arguments
  const table: unknown = Array.isArray(given) ? given[0] : undefined
  return isNode(table) ? String(table['value']) : 'a table'
}

import type { Keyword } from '../schema-node.ts'
import { silently } from '../check.ts'

/** `if`, `then` and `else`. */
export const conditional: Keyword = (node) => {
  if (node.get('if') === undefined) return undefined
  const condition = node.subschema(node.get('if'))
  const consequence = node.get('then') === undefined ? undefined : node.subschema(node.get('then'))
  const alternative = node.get('else') === undefined ? undefined : node.subschema(node.get('else'))
  return (value, run) => {
    const branch = silently(run, () => condition(value, run)) ? consequence : alternative
    return branch?.(value, run) ?? true
  }
}

import { anything, type Keyword } from '../schema-node.ts'
import { silently } from '../check.ts'

/** `if`, `then` and `else`. */
export const conditional: Keyword = (node) => {
  if (node.get('if') === undefined) return undefined
  const condition = node.subschema(node.get('if'))
  const consequence = node.get('then') === undefined ? anything : node.subschema(node.get('then'))
  const alternative = node.get('else') === undefined ? anything : node.subschema(node.get('else'))
  return (value, run) => (silently(run, condition, value) ? consequence : alternative)(value, run)
}

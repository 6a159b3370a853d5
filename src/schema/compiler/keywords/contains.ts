import { numberOf, type Keyword } from '../schema-node.ts'
import { fail, silently, within } from '../check.ts'

/** `contains`, with `minContains` and `maxContains`. */
export const contains: Keyword = (node) => {
  if (node.get('contains') === undefined) return undefined
  const check = node.subschema(node.get('contains'))
  const minimum = numberOf(node, 'minContains') ?? 1
  const maximum = numberOf(node, 'maxContains') ?? Infinity
  const evaluates = node.place.dialect.containsEvaluates

  return (value, run) => {
    if (!Array.isArray(value)) return true
    const matching = [...value.keys()].filter((index) =>
      silently(run, (item, run) => within(run, index, check, item), value[index]),
    )
    if (matching.length < minimum)
      return fail(
        run,
        'contains',
        () =>
          `must contain at least ${count(minimum)} that \`contains\` accepts; got ${matching.length}`,
        { rule: minimum },
      )
    if (matching.length > maximum)
      return fail(
        run,
        'maxContains',
        () =>
          `must contain at most ${count(maximum)} that \`contains\` accepts; got ${matching.length}`,
        { rule: maximum },
      )
    if (run.evaluated && evaluates) for (const index of matching) run.evaluated.indexes.add(index)
    return true
  }
}

const count = (number: number): string => `${number} ${number === 1 ? 'item' : 'items'}`

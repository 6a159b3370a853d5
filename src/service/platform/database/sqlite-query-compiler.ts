import {
  SqliteQueryCompiler,
  ValueNode,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  type RawNode,
} from 'kysely'

/**
 * Writes limits and offsets as numbers into the statement.
 *
 * SQLite looks at the value of a bound limit when it plans a query, so it plans the query again at
 * each execution: 50 to 80 µs against 10.
 */
export class InlineLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#appendNumber(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#appendNumber(offset)
  }

  protected override visitRaw(node: RawNode): void {
    const { sqlFragments, parameters } = node
    if (!sqlFragments.some((fragment) => beforeNumber.test(fragment))) return super.visitRaw(node)
    for (const [index, fragment] of sqlFragments.entries()) {
      this.append(fragment)
      const parameter = parameters[index]
      if (parameter === undefined) continue
      if (beforeNumber.test(fragment)) this.#appendNumber(parameter)
      else this.visitNode(parameter)
    }
  }

  #appendNumber(node: OperationNode): void {
    if (ValueNode.is(node) && typeof node.value === 'number') this.appendImmediateValue(node.value)
    else this.visitNode(node)
  }
}

const beforeNumber = /\b(limit|offset)\s+$/i

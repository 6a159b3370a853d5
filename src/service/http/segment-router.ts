import { METHOD_NAME_ALL, UnsupportedPathError, type Result, type Router } from 'hono/router'

type Route<T> = {
  method: string
  handler: T
  order: number
  /** The segment that each parameter stands for. */
  names: Record<string, number>
}

type Node<T> = {
  literals: Map<string, Node<T>>
  parameter?: Node<T>
  /** The routes that end here, and those that end here with `*`. */
  here: Route<T>[]
  below: Route<T>[]
}

const createNode = <T>(): Node<T> => ({ literals: new Map(), here: [], below: [] })

/**
 * A routing table by segments, for paths of literals and whole parameters, with `*` at the end or
 * alone. Finds all matching routes in the order of their registration, as every router of Hono.
 *
 * Hono's fast router refuses tables in which a literal stands beside a parameter; its other one
 * spends as much on a path as on parsing the request's body.
 */
export class SegmentRouter<T> implements Router<T> {
  readonly name = 'SegmentRouter'
  readonly #root = createNode<T>()
  #count = 0

  add(method: string, path: string, handler: T): void {
    const segments = path === '*' ? ['', '*'] : path.split('/')
    const names: Record<string, number> = {}
    let node = this.#root
    for (const [index, segment] of segments.entries()) {
      if (index === 0) continue
      if (segment === '*' && index === segments.length - 1) {
        node.below.push({ method, handler, order: this.#count++, names })
        return
      }
      if (/[*{}?]|.:/.test(segment)) throw new UnsupportedPathError(path)
      if (segment.startsWith(':')) names[segment.slice(1)] = index
      node = segment.startsWith(':') ? (node.parameter ??= createNode()) : literalOf(node, segment)
    }
    node.here.push({ method, handler, order: this.#count++, names })
  }

  match(method: string, path: string): Result<T> {
    const segments = path.split('/')
    const found: Route<T>[] = []
    const take = (routes: Route<T>[]): void => {
      for (const route of routes)
        if (route.method === method || route.method === METHOD_NAME_ALL) found.push(route)
    }
    const visit = (node: Node<T>, index: number): void => {
      take(node.below)
      const segment = segments[index]
      if (segment === undefined) return take(node.here)
      const literal = node.literals.get(segment)
      if (literal) visit(literal, index + 1)
      if (node.parameter && segment !== '') visit(node.parameter, index + 1)
    }
    visit(this.#root, 1)
    found.sort((one, other) => one.order - other.order)
    return [found.map(({ handler, names }) => [handler, names]), segments]
  }
}

const literalOf = <T>(node: Node<T>, segment: string): Node<T> => {
  const known = node.literals.get(segment) ?? createNode<T>()
  node.literals.set(segment, known)
  return known
}

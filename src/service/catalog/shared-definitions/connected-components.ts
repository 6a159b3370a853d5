type Frame = { node: number; next: number }

/**
 * The strongly connected components of a graph (Tarjan's algorithm), each after those that it leads
 * to. `references` has the nodes to which each node leads.
 */
export const connectedComponents = (references: readonly (readonly number[])[]): number[][] => {
  const components: number[][] = []
  const order: (number | undefined)[] = []
  const lowest: number[] = []
  const stack: number[] = []
  const onStack = new Set<number>()
  let count = 0

  const enter = (node: number): Frame => {
    order[node] = lowest[node] = count
    count += 1
    stack.push(node)
    onStack.add(node)
    return { node, next: 0 }
  }

  const lower = (node: number, to: number | undefined): void => {
    lowest[node] = Math.min(lowest[node] ?? 0, to ?? 0)
  }

  const leave = (node: number): void => {
    if (lowest[node] !== order[node]) return
    const component = stack.splice(stack.lastIndexOf(node))
    for (const member of component) onStack.delete(member)
    components.push(component)
  }

  for (const start of references.keys()) {
    if (order[start] !== undefined) continue
    const path = [enter(start)]
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const target = references[frame.node]?.[frame.next]
      frame.next += 1
      if (target === undefined) {
        path.pop()
        leave(frame.node)
        const around = path.at(-1)
        if (around) lower(around.node, lowest[frame.node])
      } else if (order[target] === undefined) path.push(enter(target))
      else if (onStack.has(target)) lower(frame.node, order[target])
    }
  }
  return components
}

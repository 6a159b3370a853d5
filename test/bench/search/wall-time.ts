/** Milliseconds something takes. */
export const measureWall = async <Value>(
  act: () => Value | Promise<Value>,
): Promise<{ value: Value; ms: number }> => {
  const start = performance.now()
  const value = await act()
  return { value, ms: performance.now() - start }
}

/** The shortest of some tries: what it takes when nothing else on the machine stands in the way. */
export const measureShortest = async (tries: number, act: () => unknown): Promise<number> => {
  let shortest = Infinity
  for (let done = 0; done < tries; done++)
    shortest = Math.min(shortest, (await measureWall(act)).ms)
  return shortest
}

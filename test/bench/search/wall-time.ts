/** Milliseconds something takes. */
export const measureWall = async <Value>(
  act: () => Value | Promise<Value>,
): Promise<{ value: Value; ms: number }> => {
  const start = performance.now()
  const value = await act()
  return { value, ms: performance.now() - start }
}

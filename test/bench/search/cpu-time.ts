/**
 * Milliseconds of processor time this thread takes for something long; the counter of some machines
 * moves in steps of ten milliseconds.
 */
export const measureCpu = async <Value>(
  act: () => Value | Promise<Value>,
): Promise<{ value: Value; ms: number }> => {
  const before = process.threadCpuUsage()
  const value = await act()
  const { user, system } = process.threadCpuUsage(before)
  return { value, ms: (user + system) / 1000 }
}

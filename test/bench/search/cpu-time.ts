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

/** The counter of some machines moves in steps: so much time is measured at least. */
const measuredMs = 32

/** Milliseconds of processor time that something short takes, as the mean of some times. */
export const measureMeanCpu = async (act: () => unknown): Promise<number> => {
  let times = 0
  const { ms } = await measureCpu(async () => {
    const before = process.threadCpuUsage()
    for (let spent = 0; spent < measuredMs || times < 2; times++) {
      await act()
      const { user, system } = process.threadCpuUsage(before)
      spent = (user + system) / 1000
    }
  })
  return ms / times
}

/** Progress of a task, for display. */
type ShownProgress = {
  update(progress: { done: number; total: number }): void
  finish(message: string): void
  fail(message: string): void
}

/**
 * Shows a progress bar on a terminal and plain lines elsewhere. Writes to standard error, so that
 * standard output only contains results.
 */
export const showProgress = (title: string, unit = 'operations'): Promise<ShownProgress> =>
  process.stderr.isTTY ? showBar(title, unit) : showLines(title)

const steps = 100

const showBar = async (title: string, unit: string): Promise<ShownProgress> => {
  const { progress } = await import('@clack/prompts')
  const bar = progress({ max: steps, output: process.stderr })
  let shown = 0
  bar.start(title)
  return {
    update: ({ done, total }) => {
      const step = total === 0 ? 0 : Math.floor((done / total) * steps)
      if (step > shown) bar.advance(step - shown, `${title}: ${done} of ${total} ${unit}`)
      shown = Math.max(shown, step)
    },
    finish: (message) => bar.stop(message),
    fail: (message) => bar.error(message),
  }
}

const showLines = async (title: string): Promise<ShownProgress> => {
  console.error(`${title} …`)
  return {
    update: () => {},
    finish: (message) => console.error(message),
    fail: (message) => console.error(message),
  }
}

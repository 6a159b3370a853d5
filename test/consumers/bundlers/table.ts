/** What held where: a line for each bundle and runtime, a column for each agent. */
export const createTable = (agents: string[]) => {
  const rows = new Map<string, Map<string, string>>()
  let failures = 0
  return {
    /** Runs a check, which says what it found, and keeps that; says at once what failed. */
    record: async (
      bundle: string,
      runtime: string,
      agent: string,
      check: () => Promise<string>,
    ) => {
      const name = `${bundle} | ${runtime}`
      const row = rows.get(name) ?? new Map<string, string>()
      rows.set(name, row)
      try {
        const found = await check()
        row.set(agent, found)
        console.log(`ok    ${name} | ${agent}: ${found}`)
      } catch (error) {
        failures += 1
        row.set(agent, 'FAILED')
        const text = error instanceof Error ? error.message : String(error)
        console.log(
          `FAIL  ${name} | ${agent}\n      ${text.slice(0, 2000).replaceAll('\n', '\n      ')}`,
        )
      }
    },
    print: () => {
      console.log(`\n| bundler | runtime | ${agents.join(' | ')} |`)
      console.log(`|---|---|${agents.map(() => '---|').join('')}`)
      for (const [name, row] of rows)
        console.log(`| ${name} | ${agents.map((agent) => row.get(agent)).join(' | ')} |`)
    },
    get failures() {
      return failures
    },
  }
}

/** Collects what is wrong; each check is one line on the terminal. */
export type Report = {
  check(name: string, problem: string | null): void
  failures(): number
}

export const createReport = (): Report => {
  let failures = 0
  return {
    check: (name, problem) => {
      if (problem !== null) failures += 1
      console.log(
        problem === null
          ? `ok    ${name}`
          : `FAIL  ${name}\n      ${problem.replaceAll('\n', '\n      ')}`,
      )
    },
    failures: () => failures,
  }
}

let passed = 0
let failed = 0

/** Prints one line for a statement that must hold, and counts it. */
export const check = (holds: boolean, statement: string): void => {
  if (holds) passed += 1
  else failed += 1
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${statement}`)
}

/** The closing line; what did not hold makes the process fail. */
export const closeChecks = (): void => {
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'

// Programs of their own, because a declaration holds for a whole program.
test.runIf(isThorough).each([
  ['types every surface', 'tsconfig.json'],
  ['refuses unknown slugs if it is strict', 'tsconfig.strict.json'],
])('what `generate types` writes %s', async (_, project) => {
  verifies('types.generated')
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', `test/types/generated/${project}`])
})

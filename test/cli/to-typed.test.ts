import { expect, test } from 'vitest'
import { toTyped } from '../../src/cli/to-typed.ts'

test.each([
  [{}, 'plugboard connect tracker'],
  [
    { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'plugboard dev' },
    'npx plugboard connect tracker',
  ],
  [
    { npm_lifecycle_event: 'npx', npm_lifecycle_script: '"plugboard" dev' },
    'npx plugboard connect tracker',
  ],
  [
    { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'plugboard' dev" },
    'npx plugboard connect tracker',
  ],
  [{ npm_lifecycle_event: 'npx', npm_lifecycle_script: 'vitest run' }, 'plugboard connect tracker'],
  [
    { npm_lifecycle_event: 'plugboard', npm_lifecycle_script: 'node src/cli/index.ts' },
    'npm run plugboard -- connect tracker',
  ],
  [
    { npm_lifecycle_event: 'test', npm_lifecycle_script: 'vitest run' },
    'plugboard connect tracker',
  ],
])('a next command is typed as the one that shows it: %j', (environment, typed) => {
  expect(toTyped('plugboard connect tracker', environment)).toBe(typed)
})

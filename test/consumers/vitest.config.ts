import { defineConfig } from 'vitest/config'

/** Tests with packages that only they need, each in a folder with a lock file of its own. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  ssr: { resolve: { conditions: ['plugboard-source', 'node'] } },
  test: {
    pool: 'forks',
    include: ['test/consumers/**/*.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

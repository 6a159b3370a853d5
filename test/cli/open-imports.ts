import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { TestService } from '../support/start-service.ts'
import { startSharedService } from '../support/start-source.ts'
import { runCli } from './run-cli.ts'

/** A service for a file of tests that imports by commands, and a folder for what they read. */
export const openImports = () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-cli-'))
  let service: TestService
  beforeAll(async () => {
    service = await startSharedService()
  })
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })
  return {
    folder,
    run: (...args: string[]) =>
      runCli(['toolkits', 'import', ...args, '--url', service.url, '--api-key', service.apiKey]),
  }
}

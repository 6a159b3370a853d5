import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startService } from '../support/start-service.ts'

it('a start that cannot listen leaves nothing open and loses no key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await new Promise((resolve) => taken.once('listening', resolve))
  const database = { engine: 'sqlite' as const, folder }

  await expect(
    startService({ database, port: (taken.address() as AddressInfo).port }),
  ).rejects.toThrow('EADDRINUSE')
  const service = await startService({ database })
  expect(service.apiKey).toMatch(/^pbk_/)
})

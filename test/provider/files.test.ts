import { randomBytes } from 'node:crypto'
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PlugboardError } from '../../src/index.ts'
import { startTracker } from '../adapters/start-tracker.ts'
import { verifies } from '../requirements.ts'

test('a file of 5 MiB is attached in the sample tracker, as its tool says', async () => {
  verifies('files.sdk', 'files.argument')
  const { plugboard } = await startTracker()
  const session = await plugboard.createSession('ada', { toolkits: ['tracker'] })
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'screen.png')
  writeFileSync(path, randomBytes(5 * 1024 * 1024))

  const file = await plugboard.files.upload(await openAsBlob(path, { type: 'image/png' }), {
    name: 'screen.png',
  })
  const attached = await session.execute('TRACKER_UPLOAD_ATTACHMENT_TO_ISSUE', {
    issue_id: 'WEB-1',
    file,
  })
  const named = await plugboard.files.upload(
    new File(['hello'], 'hello.txt', { type: 'text/plain' }),
  )
  const second = await session.execute('TRACKER_UPLOAD_ATTACHMENT_TO_ISSUE', {
    issue_id: 'WEB-1',
    file: { s3key: named.s3key, name: 'other.txt' },
  })

  expect(file).toMatchObject({ name: 'screen.png', mimetype: 'image/png', size: 5 * 1024 * 1024 })
  expect(attached).toMatchObject({
    error: null,
    data: { filename: 'screen.png', content_type: 'image/png', size: 5 * 1024 * 1024 },
  })
  expect(named).toMatchObject({
    name: 'hello.txt',
    mimetype: 'text/plain',
    md5: '5d41402abc4b2a76b9719d911017c592',
  })
  expect(second).toMatchObject({
    error: null,
    data: { filename: 'other.txt', content_type: 'text/plain', size: 5 },
  })
  await expect(
    plugboard.files.upload(new Blob(['hello']), { md5: '0'.repeat(32) }),
  ).rejects.toThrow(PlugboardError)
})

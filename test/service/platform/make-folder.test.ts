import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../../src/service/platform/make-folder.ts'

const openTemporary = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'make-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder is created with those above it, for this user only, and may exist', async () => {
  const folder = join(await openTemporary(), 'one/two/three')
  expect(await makeFolder(folder)).toBe(true)
  expect(await makeFolder(folder)).toBe(false)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a file in its place is an error, and so is one above it', async () => {
  const file = join(await openTemporary(), 'file')
  await writeFile(file, '')
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(file, 'folder'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(existsSync('/proc/self'))('a place where none can be made is an error', async () => {
  await expect(makeFolder('/proc/plugboard')).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(makeFolder('/proc/plugboard/data')).rejects.toMatchObject({ code: 'ENOENT' })
})

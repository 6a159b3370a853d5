import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../src/cli/read-environment.ts'
import { rootKeys } from '../support/start-service.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const write = (...lines: string[]): string => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'plugboard.env')
  writeFileSync(file, lines.join('\n'))
  return file
}

const read = (...lines: string[]) => readEnvironment({ PLUGBOARD_ENV_FILE: write(...lines) })

describe('the file of settings', () => {
  test('has lines, comments, quotes and values of several lines', () => {
    expect(
      read(
        '# a comment',
        '',
        'PLUGBOARD_PORT=8788 # another one',
        "PLUGBOARD_CHAT_KEY='abc#def'",
        'export PLUGBOARD_HOST=127.0.0.1',
        'PLUGBOARD_ROOT_KEYS="1:abc=,',
        'this line = belongs # to it',
        '2:def="',
        'EMPTY=',
      ),
    ).toMatchObject({
      PLUGBOARD_PORT: '8788',
      PLUGBOARD_CHAT_KEY: 'abc#def',
      PLUGBOARD_HOST: '127.0.0.1',
      PLUGBOARD_ROOT_KEYS: '1:abc=,\nthis line = belongs # to it\n2:def=',
      EMPTY: '',
    })
  })

  test('may begin with a byte order mark', () => {
    expect(read('\uFEFFPLUGBOARD_PORT=8788', 'PLUGBOARD_HOST=::1')).toMatchObject({
      PLUGBOARD_PORT: '8788',
      PLUGBOARD_HOST: '::1',
    })
  })

  test.each([
    ['PLUGBOARD_DATA /var/lib/plugboard', 'is not of the form NAME=value'],
    ['PLUGBOARD_METRICS_PORT: 9464', 'is not of the form NAME=value'],
    ['PLUGBOARD_CHAT_KEY=abc#def', 'has a # in the value of PLUGBOARD_CHAT_KEY'],
    ['PLUGBOARD_CHAT_KEY=a#b', 'has a # in the value of PLUGBOARD_CHAT_KEY'],
  ])('is refused for a line that would be dropped or cut: %s', (line, problem) => {
    const thrown = () => read('PLUGBOARD_PORT=8788', line)
    expect(thrown).toThrow(/^Line 2 of \S+plugboard\.env /)
    expect(thrown).toThrow(problem)
  })

  test('holds for commands of operators too', async () => {
    const folder = temporaryFolder()
    const file = write(`PLUGBOARD_ROOT_KEYS=${rootKeys}`, `PLUGBOARD_DATA=${folder}`)
    const run = await runCli(['admin', 'migrate', '--check', '--json'], {
      environment: { PLUGBOARD_ENV_FILE: file },
    })
    expect(run.stderr).not.toContain('There are no root keys')
    const rotated = await runCli(['keys', 'rotate', '--json'], {
      environment: { PLUGBOARD_ENV_FILE: file },
    })
    expect(rotated).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(rotated.stdout)).toMatchObject({ in_place: false })
  })
})

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCli, temporaryFolder } from './run-cli.ts'

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

const complete = async (...words: string[]): Promise<string[]> => {
  const { stdout } = await runCli(['complete', '--', ...words])
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
}

test('completes commands, options and values', async () => {
  expect(await complete('acc')).toEqual(['accounts'])
  expect(await complete('accounts', 're')).toEqual(['rename', 'reconnect'])
  expect(await complete('accounts', 'list', '--st')).toEqual(['--status'])
  expect(await complete('accounts', '--st')).toEqual(['--status'])
  expect(await complete('accounts', 'list', '--status', 'EX')).toEqual(['EXPIRED'])
  expect(await complete('accounts', 'list', '--user', '')).toEqual([])
  expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await complete('')).not.toContain('complete')
  expect((await runCli(['complete', '--', 'logs'])).stdout).toMatch(/^logs\tThe calls of tools/)
})

const inShell = {
  bash: [
    'bash',
    '-c',
    'source <(plugboard completion bash); COMP_WORDS=(plugboard accounts rec); COMP_CWORD=2; _plugboard; echo "${COMPREPLY[@]}"',
  ],
  fish: ['fish', '-c', 'plugboard completion fish | source; complete -C "plugboard accounts rec"'],
  zsh: [
    'zsh',
    '-fc',
    'autoload -U compinit; compinit -u -D; source <(plugboard completion zsh); _describe() { print -l $candidates }; words=(plugboard accounts rec); CURRENT=3; _plugboard',
  ],
}

const isThere = (shell: string): boolean => {
  const found = spawnSync(shell, ['--version']).status === 0
  if (!found) console.warn(`skipped: ${shell} is not there to try its completion`)
  return found
}

for (const [shell, [program = '', ...args]] of Object.entries(inShell))
  test.runIf(isThere(shell))(`${shell} completes by its script`, () => {
    const folder = temporaryFolder()
    mkdirSync(folder)
    const command = join(folder, 'plugboard')
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`)
    chmodSync(command, 0o755)
    const { stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
    })
    expect(stdout.trim(), stderr).toMatch(/^reconnect\b/)
  })

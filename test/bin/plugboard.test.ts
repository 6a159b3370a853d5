import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runThroughNpx } from '../../src/bin/run-through-npx.ts'
import { hasYesOption } from '../../src/bin/has-yes-option.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}

/** A project beside which `plugboard` lies, with nothing else installed. */
const createProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-bin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const project = join(folder, 'project')
  mkdirSync(project)
  cpSync(join(root, 'src/bin'), join(folder, 'plugboard/src/bin'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'plugboard/package.json'))
  return { folder, project }
}

/** A program that prints its arguments as JSON and ends with 7. */
const printsArguments = 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7'

const installServer = (project: string, installed: string) => {
  const folder = join(project, 'node_modules/plugboard-server')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const manifest = { type: 'module', version: installed, bin: { 'plugboard-server': './bin/x.js' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'bin/x.js'), printsArguments)
}

/** A folder for PATH whose `npx` prints its arguments. */
const createNpx = (folder: string): string => {
  const path = join(folder, 'npx-bin')
  mkdirSync(path)
  writeFileSync(join(path, 'npx'), `#!${process.execPath}\n${printsArguments}`, { mode: 0o755 })
  return path
}

const runPlugboard = async (
  { folder, project }: ReturnType<typeof createProject>,
  args: string[],
  path = '',
) => {
  const bin = join(folder, 'plugboard/src/bin/index.ts')
  const child = spawn(process.execPath, ['-C', 'plugboard-source', bin, ...args], {
    cwd: project,
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

test('starts the server package of its own version that the project has', async () => {
  const place = createProject()
  installServer(place.project, version)
  const ran = await runPlugboard(place, ['dev', '--sample', '--yes'])
  expect(ran).toEqual({ code: 7, stdout: '["dev","--sample","--yes"]\n', stderr: '' })
})

test('without the server package it says in one line how to get it', async () => {
  const ran = await runPlugboard(createProject(), ['dev'])
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toBe(
    `The commands of plugboard are in the package plugboard-server, which is not installed: run \`npm install --save-dev plugboard-server@${version}\`, or add --yes to run it through npx\n`,
  )
})

test('does not start another version of the server package', async () => {
  const place = createProject()
  installServer(place.project, '0.0.1')
  const ran = await runPlugboard(place, ['dev'])
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain(`needs plugboard-server ${version}, and 0.0.1 is installed`)
})

test('with --yes, npx runs exactly this version, and no shell reads the arguments', async () => {
  const place = createProject()
  const given = ['api', 'sessions.create', '--json', '{"user_id": "$(id); `id` & ada"}', '*']
  const ran = await runPlugboard(place, ['--yes', ...given], createNpx(place.folder))
  expect(ran).toMatchObject({ code: 7, stderr: '' })
  expect(JSON.parse(ran.stdout)).toEqual([
    '--yes',
    `--package=plugboard-server@${version}`,
    '--',
    'plugboard-server',
    '--yes',
    ...given,
  ])
})

test('with --yes and no npx it says how to install the package', async () => {
  const ran = await runPlugboard(createProject(), ['--yes', 'dev'])
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain(`npm install --save-dev plugboard-server@${version}`)
})

test('what follows -- answers nothing', () => {
  expect(hasYesOption(['accounts', 'delete', 'ca_1', '--yes'])).toBe(true)
  expect(hasYesOption(['dev', '--', '--yes'])).toBe(false)
})

/** Streams that say they are a terminal, and what was written to them. */
const createTerminal = () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  let written = ''
  stderr.on('data', (chunk: Buffer) => (written += chunk.toString()))
  return { stdin, stderr, written: () => written }
}

const missing = { version, otherVersion: null, args: ['dev'], isConfirmed: false }

test.each(['n\n', 'what\n'])('on a terminal it asks first, and %j is no', async (answer) => {
  const terminal = createTerminal()
  const ended = runThroughNpx(missing, terminal)
  await expect
    .poll(terminal.written)
    .toContain(`Run plugboard-server@${version} through npx? (Y/n)`)
  terminal.stdin.write(answer)
  expect(await ended).toBe(1)
  expect(terminal.written()).toContain('npm install --save-dev')
})

test.each(['\n', 'y\n', 'Yes\n'])('on a terminal %j runs it through npx', async (answer) => {
  const { folder } = createProject()
  const path = process.env['PATH']
  process.env['PATH'] = createNpx(folder)
  onTestFinished(() => void (process.env['PATH'] = path))
  const terminal = createTerminal()
  const ended = runThroughNpx(missing, terminal)
  terminal.stdin.write(answer)
  expect(await ended).toBe(7)
})

test('the end of the input is no', async () => {
  const terminal = createTerminal()
  const ended = runThroughNpx(missing, terminal)
  terminal.stdin.end()
  expect(await ended).toBe(1)
})

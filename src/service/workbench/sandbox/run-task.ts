import { AsyncLocalStorage } from 'node:async_hooks'
import { collectChanges } from './collect-changes.ts'
import { homeFolder, resultsFolder, sandboxLimits } from './limits.ts'
import type { SandboxEnd, SandboxTask } from './messages.ts'
import { correctColumns, toModule } from './prelude.ts'

type HostCall = (about: 'call' | 'callMany' | 'read', json: string) => Promise<string>

const modulePath = '/tmp/code.mjs'

/** Runs a model's code in an interpreter without network and with an in-memory file system. */
export const runTask = async (
  task: SandboxTask,
  { ask }: { ask: HostCall },
): Promise<SandboxEnd> => {
  // The interpreter removes timers and similar globals from everything that its code triggers; the
  // snapshot exempts the host functions.
  const outside = AsyncLocalStorage.snapshot()
  let result: string | undefined
  const invokeTool = (path: string, json: string): Promise<string> =>
    outside(async () => {
      if (path === '$result') {
        result = toResult(json)
        return ''
      }
      if (path === '$callMany') return ask('callMany', json)
      if (path === '$call') return ask('call', json)
      return ask(
        'call',
        JSON.stringify({ tool_slug: path, arguments: json === '' ? {} : JSON.parse(json) }),
      )
    })
  const { Bash } = await import('just-bash')
  const bash = new Bash({
    cwd: homeFolder,
    files: {
      ...Object.fromEntries(
        task.files.map(({ path, base64 }) => [
          `${homeFolder}/${path}`,
          Buffer.from(base64, 'base64'),
        ]),
      ),
      ...Object.fromEntries(
        task.results.map((handle) => [
          `${resultsFolder}/${handle}.json`,
          () => outside(() => ask('read', JSON.stringify(handle))),
        ]),
      ),
      ...(task.language === 'javascript' && { [modulePath]: toModule(task.source) }),
    },
    javascript: { invokeTool },
    executionLimitProfile: 'hardened',
    executionLimits: {
      maxFileSystemBytes: 96 * 1024 * 1024,
      maxOutputSize: 4 * sandboxLimits.outputCharacters,
      maxExecutionTimeMs: sandboxLimits.totalMs,
      maxJsTimeoutMs: sandboxLimits.totalMs,
    },
  })
  await bash.fs.mkdir(homeFolder, { recursive: true })
  const ran = await bash.exec(
    task.language === 'javascript' ? `js-exec ${modulePath}` : task.source,
    { rawScript: true },
  )
  const changes = await collectChanges(bash.fs, task.files)
  return {
    kind: 'ended',
    stdout: cut(ran.stdout),
    stderr: cut(correctColumns(ran.stderr, task.source)),
    exitCode: ran.exitCode,
    ...(result !== undefined && { result }),
    ...changes,
  }
}

const resultOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'value' in value ? value.value : undefined

const toResult = (json: string): string => {
  if (json.length <= sandboxLimits.outputCharacters)
    return json === '' ? 'null' : JSON.stringify(resultOf(JSON.parse(json)) ?? null)
  throw new Error(
    `The returned value has ${json.length} characters of JSON, at most ${sandboxLimits.outputCharacters} are allowed: return less, or write it to a file`,
  )
}

const cut = (text: string): string =>
  text.length <= sandboxLimits.outputCharacters
    ? text
    : `${text.slice(0, sandboxLimits.outputCharacters)}\n… (cut: ${text.length} characters)`

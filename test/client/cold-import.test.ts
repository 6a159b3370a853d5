import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url)

/**
 * What a fresh process loads for some code: npm packages by name, and the folders of our own
 * sources.
 */
const loadedBy = async (code: string) => {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    ${code}
    console.log(JSON.stringify(urls))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { cwd: fileURLToPath(root) },
  )
  const urls = JSON.parse(stdout) as string[]
  const packages = urls.flatMap(
    (url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? [],
  )
  const files = urls
    .filter((url) => url.startsWith(root.href) && !url.includes('/node_modules/'))
    .map((url) => url.slice(root.href.length))
  const folders = files.map((file) => file.split('/').slice(0, 2).join('/'))
  return {
    packages: [...new Set(packages)].sort(),
    folders: [...new Set(folders)].sort(),
    sharedFiles: files.filter((file) => /^src\/(contract|schema)\//.test(file)).sort(),
  }
}

test('importing the package loads no other package: no server, framework, validator or HTTP client', async () => {
  expect(await loadedBy(`await import('./src/index.ts')`)).toEqual({
    packages: [],
    folders: ['src/client', 'src/contract', 'src/index.ts', 'src/provider', 'src/schema'],
    // Neither the contract nor the compiler: small files that both halves need.
    sharedFiles: [
      'src/contract/is-for-developers.ts',
      'src/schema/describe-parsed.ts',
      'src/schema/json-schema.ts',
      'src/schema/name-code.ts',
      'src/schema/tool-names.ts',
    ],
  })
})

test('calling and making tools loads zod, ofetch, a parser of events and the schema compiler, still no server, framework or converter of zod 3', async () => {
  const { packages, folders } = await loadedBy(`
    await import('./src/provider/session-tools/select-tools.ts')
    await import('./src/client/send.ts')
    await import('./src/client/open-stream.ts')`)

  expect(packages).toEqual([
    'destr',
    'eventsource-parser',
    'node-fetch-native',
    'ofetch',
    'ufo',
    'zod',
  ])
  expect(folders).toEqual(['src/client', 'src/contract', 'src/provider', 'src/schema'])
})

test('an adapter loads its own framework and no other', async () => {
  const frameworks = async (adapter: string) =>
    (await loadedBy(`await import('./adapters/${adapter}/index.ts')`)).packages.filter((name) =>
      /^(ai|openai|@langchain\/.+|langchain)$/.test(name),
    )

  expect(await frameworks('ai')).toEqual(['ai'])
  expect(await frameworks('langchain')).toEqual(['@langchain/core'])
  // Of the OpenAI client it needs only the types.
  expect(await frameworks('openai')).toEqual([])
})

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { toToolText } from '../../src/cli/tools/to-tool-text.ts'
import type { ImportReport, Tool } from '../../src/contract/index.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, startDev, temporaryFolder, type RunningDev } from './run-cli.ts'

const figma = join(
  dirname(createRequire(import.meta.url).resolve('@figma/rest-api-spec/package.json')),
  'openapi/openapi.yaml',
)

let dev: RunningDev
let data: string
const files = temporaryFolder({ keep: true })

beforeAll(async () => {
  data = temporaryFolder({ keep: true })
  dev = await startDev(['--data', data], {}, { keep: true })
  mkdirSync(files)
})

afterAll(async () => {
  await dev.stop()
  for (const folder of [data, files]) rmSync(dirname(folder), { recursive: true })
})

const run = (args: string[], options: Parameters<typeof runCli>[1] = {}) =>
  runCli([...args, '--data', data], options)

/** An API description in a file. */
const describeApi = (
  name: string,
  operations: string[],
  rest: Record<string, unknown> = {},
): string => {
  const path = join(files, name)
  const paths = Object.fromEntries(
    operations.map((operation) => [
      `/${operation}`,
      { get: { operationId: operation, responses: { 200: { description: 'Fine' } } } },
    ]),
  )
  writeFileSync(
    path,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      servers: [{ url: 'https://things.example' }],
      paths,
      ...rest,
    }),
  )
  return path
}

test('imports a real description, reports it, and reports the difference of the next import', async () => {
  const first = await run(['toolkits', 'import', figma, '--slug', 'figma', '--name', 'Figma'])
  expect(first).toMatchObject({ code: 0 })
  expect(first.stdout).toMatch(
    /^Version \d{8}_00: 54 tools of 54 operations, about [\d,]+ tokens of schemas\n/,
  )
  expect(first.stdout).toContain('FIGMA_GET_CURRENT_USER\n')
  expect(first.stdout).toContain('and 34 more')

  const second = await run([
    'toolkits',
    'import',
    figma,
    '--slug',
    'figma',
    '--exclude',
    '/v1/teams',
    '--json',
  ])
  const { difference, version } = JSON.parse(second.stdout) as ImportReport
  expect(version).toMatch(/_01$/)
  expect(difference.added).toEqual([])
  expect(difference.removed).toContain('FIGMA_GET_PROJECTS_IN_TEAM')

  expect((await run(['toolkits', 'list'])).stdout).toMatch(/^figma +\d+ +\d{8}_01 /m)
  expect(await run(['tools', 'list', '--toolkit', 'figma', '--limit', '2'])).toMatchObject({
    stdout: expect.stringMatching(/^FIGMA_.+\nFIGMA_.+\n$/),
    stderr: expect.stringMatching(/^\n2 of \d+; --limit shows more\n$/),
  })
  expect((await run(['tools', 'search', 'add', 'a', 'comment'])).stdout).toMatch(
    /^FIGMA_ADD_COMMENT_TO_FILE /m,
  )
})

test('shows a tool with its arguments, and how it is called', async () => {
  const shown = await run(['tools', 'get', 'figma_add_comment_to_file'])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^FIGMA_ADD_COMMENT_TO_FILE\n/)
  expect(shown.stdout).toMatch(/^Arguments:\nfile_key +string +required /m)
  expect(shown.stdout).toContain(
    "plugboard tools execute FIGMA_ADD_COMMENT_TO_FILE --arguments '{…}'",
  )
  const hostile = toToolText({
    ...(JSON.parse(
      (await run(['tools', 'get', 'FIGMA_GET_CURRENT_USER', '--json'])).stdout,
    ) as Tool),
    description: 'Harmless\u001b[2J\u001b]0;title\u0007\nsecond\u202e line',
    tags: ['a\u001b[31m'],
  })
  expect(hostile).toContain('\nHarmless\nsecond line\n')
  expect(hostile).not.toMatch(/[^\P{C}\n]/u)
  const bare = await run(['tools', 'get', 'FIGMA_GET_CURRENT_USER'])
  expect(bare.stdout).toContain('It takes no arguments.')
  const json = await run(['tools', 'get', 'FIGMA_ADD_COMMENT_TO_FILE', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    slug: 'FIGMA_ADD_COMMENT_TO_FILE',
    input_parameters: { required: expect.arrayContaining(['file_key']) },
  })
  expect(await run(['tools', 'get', 'FIGMA_ADD_COMENT_TO_FILE'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean FIGMA_ADD_COMMENT_TO_FILE?'),
  })
})

test('searches as an agent does, and explains', async () => {
  verifies('search.explain')
  const plain = await run([
    'search',
    'add',
    'a',
    'comment',
    'to',
    'a',
    'file',
    '--toolkits',
    'figma',
  ])
  expect(plain.stdout).toMatch(/^meant +FIGMA_ADD_COMMENT_TO_FILE /)
  const explained = await run(['search', 'add', 'a', 'comment', 'to', 'a', 'file', '--explain'])
  expect(explained.stdout).toMatch(
    /^meant +FIGMA_ADD_COMMENT_TO_FILE .*\n +score \d+\.\d\d\n(?: +\d+\.\d\d {2}.+\n)* +\d+\.\d\d {2}comment in name/,
  )
  const made = await run([
    'api',
    'sessions.create',
    '--json',
    JSON.stringify({
      user_id: 'ada',
      toolkits: ['figma'],
      tools: { figma: { disable: ['FIGMA_ADD_COMMENT_TO_FILE'] } },
    }),
  ])
  const { session_id } = JSON.parse(made.stdout) as { session_id: string }
  const inSession = await run([
    'search',
    'add',
    'a',
    'comment',
    'to',
    'a',
    'file',
    '--session',
    session_id,
    '--json',
  ])
  expect(JSON.parse(inSession.stdout)).toMatchObject({
    primary_tool_slugs: expect.not.arrayContaining(['FIGMA_ADD_COMMENT_TO_FILE']),
    error: null,
  })
  expect(await run(['search', 'x', '--session', session_id, '--toolkits', 'figma'])).toMatchObject({
    code: 1,
  })
})

test('says in an import where the API key goes', async () => {
  const path = describeApi('keyed.json', ['listThings'])

  const imported = await run([
    'toolkits',
    'import',
    path,
    '--slug',
    'keyed',
    '--auth-header',
    'X-Key',
    '--auth-prefix',
    'token ',
  ])
  expect(imported).toMatchObject({ code: 0 })
  const connected = await run([
    'connect',
    'keyed',
    '--user',
    'ada',
    '--value',
    'generic_api_key=secret',
    '--json',
  ])
  expect(JSON.parse(connected.stdout)).toMatchObject({ status: 'ACTIVE', redirect_url: null })
  // The same auth config serves the next account.
  const { auth_config_id } = JSON.parse(connected.stdout) as { auth_config_id: string }
  const next = await run([
    'connect',
    'keyed',
    '--user',
    'bruno',
    '--value',
    'generic_api_key=other',
    '--json',
  ])
  expect(JSON.parse(next.stdout)).toMatchObject({ auth_config_id })
})

test.each([
  [['--auth-prefix', 'token '], 'Add --auth-header or --auth-query'],
  [['--auth', 'BASIC', '--auth-header', 'X-Key'], '--auth BASIC takes no --auth-header'],
  [['--auth', 'MAGIC'], 'Allowed choices are API_KEY, BEARER_TOKEN, BASIC, OAUTH2, '],
])('refuses %j', async (options, message) => {
  const { code, stderr } = await run([
    'toolkits',
    'import',
    describeApi('auth.json', ['a']),
    '--slug',
    'auth',
    ...options,
  ])

  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

test.runIf(isThorough)('asks before a toolkit turns to other hosts', async () => {
  await run(['toolkits', 'import', describeApi('moving.json', ['a']), '--slug', 'moving'])
  const moved = describeApi('moving.json', ['a'], {
    servers: [{ url: 'https://elsewhere.example' }],
  })

  const refused = await run(['toolkits', 'import', moved, '--slug', 'moving'])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('https://elsewhere.example')
  expect(
    await run(['toolkits', 'import', moved, '--slug', 'moving', '--accept-host-change']),
  ).toMatchObject({ code: 0 })
})

test('names the credentials that are missing, and never repeats one', async () => {
  await run([
    'toolkits',
    'import',
    describeApi('basic.json', ['a']),
    '--slug',
    'basic',
    '--auth',
    'BASIC',
  ])

  const missing = await run(['connect', 'basic', '--user', 'ada', '--value', 'password=hunter2'])
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toContain('Credentials are missing: username')
  const misspelt = await run(['connect', 'basic', '--user', 'ada', '--value', 'hunter2'])
  expect(misspelt.stderr).toContain('The names are: username, password')
  expect(missing.stderr + misspelt.stderr).not.toContain('hunter2')
})

test.runIf(isThorough)('renames tools on request, and says what they were called', async () => {
  const describeThings = (summary: string) =>
    describeApi('renamed.json', [], {
      paths: { '/things': { get: { summary, responses: { 200: { description: 'Fine' } } } } },
    })
  const again = ['toolkits', 'import', describeThings('Fetch things'), '--slug', 'renamed']
  await run(again)
  describeThings('List things')
  expect((await run(again)).stdout).not.toContain('Renamed')

  const { stdout } = await run([...again, '--rename-tools'])
  expect(stdout).toContain(
    'slug of GET /things: RENAMED_FETCH_THINGS -> RENAMED_LIST_THINGS ("RENAMED_FETCH_THINGS" stays an alias of the tool)',
  )
})

test.runIf(isThorough)('deletes a toolkit', async () => {
  await run(['toolkits', 'import', describeApi('brief.json', ['a']), '--slug', 'brief'])

  expect(await run(['toolkits', 'delete', 'brief', '--yes'])).toMatchObject({ code: 0 })
  expect((await run(['toolkits', 'list'])).stdout).not.toMatch(/^brief /m)
})

test('tells what the service refused, what to do, and the id of the request', async () => {
  const { code, stdout, stderr } = await run(['toolkits', 'delete', 'unknown', '--yes'], {
    ownProcess: true,
  })

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Error: No toolkit "unknown"\n {2}\S.+\n {2}Request id: req_\w+\n$/)
})

test('tells what is wrong with the arguments of a command', async () => {
  expect(
    (await run(['toolkits', 'import', join(files, 'none.yaml'), '--slug', 'none'])).stderr,
  ).toContain('none.yaml cannot be read')
  writeFileSync(join(files, 'empty.yaml'), '')
  expect(
    (await run(['toolkits', 'import', join(files, 'empty.yaml'), '--slug', 'none'])).stderr,
  ).toContain('empty.yaml is empty')
  expect((await run(['tools', 'execute', 'X', '--arguments', '[1]'])).stderr).toContain(
    '--arguments is not a JSON object',
  )
  expect((await run(['tools', 'list', '--limit', '0'])).stderr).toContain('from 1 to 1000')
})

test('speaks to the service that the environment names', async () => {
  const environment = { PLUGBOARD_BASE_URL: dev.url, PLUGBOARD_API_KEY: dev.apiKey }

  expect(await runCli(['toolkits', 'list'], { environment })).toMatchObject({ code: 0, stderr: '' })
  const wrong = await runCli(['toolkits', 'list'], {
    environment: { ...environment, PLUGBOARD_API_KEY: 'pbk_wrong' },
  })
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('Request id: ')
})

test('sends the kept key to no other address', async () => {
  const { code, stderr } = await run(['toolkits', 'list', '--url', 'http://127.0.0.1:1'])

  expect(code).toBe(1)
  expect(stderr).toContain('No API key for http://127.0.0.1:1')
  expect((await runCli(['toolkits', 'list', '--data', temporaryFolder()])).stderr).toContain(
    'Set PLUGBOARD_API_KEY or pass --api-key',
  )
})

test('says when no service answers', async () => {
  const { code, stderr } = await run([
    'toolkits',
    'list',
    '--url',
    'http://127.0.0.1:9',
    '--api-key',
    'pbk_x',
  ])

  expect(code).toBe(1)
  expect(stderr).toContain('no answer from http://127.0.0.1:9')
})

test.runIf(isThorough)(
  'writes the types of tools, which the compiler then holds calls against',
  async () => {
    await run(['toolkits', 'import', describeApi('typed.json', ['listThings']), '--slug', 'typed'])
    const path = join(files, 'plugboard-tools.d.ts')
    const made = await run([
      'generate',
      'types',
      '--toolkit',
      'typed',
      '--toolkit',
      'figma',
      '--out',
      path,
    ])
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/the types of 5\d tools/) })

    const call = (slug: string, given: string) => `await session.execute('${slug}'${given})`
    const program = (...calls: string[]) =>
      `import type { Session } from 'plugboard'\nexport const use = async (session: Session) => {\n${calls.join('\n')}\n}\n`
    const right = program(
      `const { data, error } = ${call('FIGMA_ADD_COMMENT_TO_FILE', ", { file_key: 'a', message: 'b' }")}`,
      'if (error === null) { const message: string = data.message; console.log(message) }',
      call('TYPED_LIST_THINGS', ''),
      call('SOME_OTHER', ', { any: 1 }'),
    )
    const wrong = program(
      call('FIGMA_ADD_COMMENT_TO_FILE', ''),
      call('FIGMA_ADD_COMMENT_TO_FILE', ", { file_key: 5, message: 'b' }"),
      call('FIGMA_ADD_COMMENT_TO_FILE', ", { file_key: 'a', message: 'b', massage: 'c' }"),
    )

    expect(await compile(path, { 'right.mts': right, 'wrong.mts': wrong })).toEqual([
      expect.stringMatching(/^wrong.mts\(3,.*Expected 2-3 arguments, but got 1/),
      expect.stringMatching(/^wrong.mts\(4,.*Type 'number' is not assignable to type 'string'/),
      expect.stringMatching(/^wrong.mts\(5,.*'massage' does not exist/),
    ])

    const again = ['generate', 'types', '--toolkit', 'typed', '--toolkit', 'figma', '--out', path]
    expect(await run([...again, '--check'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is up to date'),
    })
    expect(await run([...again, '--strict', '--check'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not up to date'),
    })
    // By its own name: the compiler would take a plugboard-tools.ts for the source of the types.
    const definitions = join(files, 'plugboard-schemas.ts')
    expect((await run(['generate', 'zod', '--help'])).stdout).toContain('"plugboard-schemas.ts"')
    expect(
      await run(['generate', 'zod', '--toolkit', 'typed', '--out', definitions]),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining('zod definitions') })
    expect(readFileSync(definitions, 'utf8')).toContain('export const TYPED_LIST_THINGS')

    expect(await run(['generate', 'types', '--toolkit', 'nothing'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The toolkit "nothing" does not exist or has no tools'),
    })
  },
)

/** What the compiler says about these programs, which stand beside a file of types. */
const compile = async (types: string, programs: Record<string, string>): Promise<string[]> => {
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(files, name), text)
  const root = new URL('../../', import.meta.url).pathname
  const compilerOptions = {
    noEmit: true,
    rootDir: '/',
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { plugboard: [join(root, 'src/index.ts')] },
  }
  writeFileSync(
    join(files, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: [],
      files: [types, ...Object.keys(programs)],
    }),
  )
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', files],
    { cwd: files },
  ).catch((error: { stdout: string }) => error)
  return stdout
    .split('\n')
    .filter((line) => Object.keys(programs).some((name) => line.startsWith(name)))
}

test('measures searches of a session, and says what of a session no case can be made of', async () => {
  verifies('evals.command', 'evals.search')
  const path = join(files, 'searches.yaml')
  writeFileSync(
    path,
    '- { query: get comments of a file, expected: [FIGMA_GET_COMMENTS_IN_FILE] }\n- { query: get comments of a file, expected: [FIGMA_UNKNOWN] }\n',
  )
  const measured = await run([
    'eval',
    'search',
    path,
    '--first',
    '10',
    '--least',
    '0.6',
    '--toolkits',
    'figma',
    '--json',
  ])
  expect(measured.code, measured.stderr).toBe(1)
  expect(JSON.parse(measured.stdout)).toMatchObject({
    k: 10,
    mean: { recall: 0.5 },
    queries: [{ recall: 1 }, { recall: 0 }],
  })

  const { session_id } = await createClient({
    baseUrl: dev.url,
    apiKey: dev.apiKey,
  }).sessions.create({ body: { user_id: 'ada' } })
  const captured = await run(['eval', 'capture', '--session', session_id, '--input', 'Do it'])
  expect(captured).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Not expressed: the whole session: none of its calls can be expected\n',
  })
})

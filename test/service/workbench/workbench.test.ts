import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { verifies } from '../../requirements.ts'
import { isThorough } from '../../support/thorough.ts'
import { startOpenWorkbench, type OpenWorkbench } from './start-workbench.ts'

const items = Array.from({ length: 600 }, (_, id) => ({ id, text: `Note number ${id}` }))

let notes: NotesService
let workbench: OpenWorkbench
beforeAll(async () => {
  notes = await startNotesService({
    answer: ({ url }) => (url.startsWith('/notes?tag=many') ? items : undefined),
    status: ({ url }) => (url.includes('fail') ? 500 : 200),
  })
  await notes.connect('ada')
  workbench = await startOpenWorkbench(notes)
})
afterAll(() => notes.close())

const sentTo = (path: string) => notes.upstream.received.filter(({ url }) => url === path).length

describe('code in the workbench', () => {
  it('answers what it printed and returned', async () => {
    verifies('workbench.javascript', 'workbench.bash')
    expect(
      await workbench.javascript(
        'console.log("hello"); console.error("beware"); return { sum: 1 + 2 }',
      ),
    ).toMatchObject({
      error: null,
      data: { stdout: 'hello\n', stderr: 'beware\n', exit_code: 0, result: { sum: 3 } },
    })
    expect(
      await workbench.run('SVC_REMOTE_WORKBENCH', {
        language: 'bash',
        code: 'echo é | tr a-z A-Z',
      }),
    ).toMatchObject({ error: null, data: { stdout: 'é\n', exit_code: 0 } })
    expect(await workbench.bash(`echo '{"items":[1,2,3]}' | jq '.items | length'`)).toMatchObject({
      error: null,
      data: { stdout: '3\n', stderr: '', exit_code: 0 },
    })
    expect(
      (
        await workbench.javascript(
          'import path from "path"\nconsole.log(path.basename("/a/b.txt"))',
        )
      ).data,
    ).toMatchObject({ stdout: 'b.txt\n' })
  })

  it('is told what failed and where', async () => {
    verifies('workbench.errors', 'workbench.arguments')
    const failed = await workbench.javascript('console.log("before")\nnull.x')
    expect(failed).toMatchObject({
      data: { stdout: 'before\n', exit_code: 1 },
      error: expect.stringMatching(
        /exit code 1: .*code\.mjs:2:\d+\): cannot read property 'x' of null/,
      ),
    })
    expect((await workbench.javascript('null.x')).error).toContain('code.mjs:1:5)')
    expect((await workbench.bash('no-such-command')).error).toContain(
      'no-such-command: command not found',
    )
    expect((await workbench.run('SVC_REMOTE_WORKBENCH', { code: 1 })).error).toContain(
      'not valid: code',
    )
    expect((await workbench.run('SVC_REMOTE_BASH_TOOL', {})).error).toContain('not valid: command')
  })

  it('calls the tools of its session, one or many, and gets whole results', async () => {
    verifies('workbench.tools')
    const { data, error } = await workbench.javascript(`
      const one = await tools.NOTES_GET_NOTE({ id: '1' })
      const same = await tools.call('notes_get_note', { id: '1' })
      const all = await tools.call('OPEN_LIST_NOTES', { tag: ['many'] })
      const many = await tools.callMany([{ tool_slug: 'OPEN_GET_NOTE', arguments: { id: '2' } }, { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '3' } }])
      return { one, same: same.data, all: all.data.items.length, many: many.map((answer) => answer.data.url) }`)
    expect(error).toBeNull()
    expect(data).toMatchObject({
      result: {
        one: {
          tool_slug: 'NOTES_GET_NOTE',
          successful: true,
          error: null,
          log_id: expect.any(String),
          data: { url: '/notes/1' },
        },
        same: { url: '/notes/1' },
        all: 600,
        many: ['/notes/2', '/notes/3'],
      },
      tool_calls: { succeeded: 5, failed: 0 },
    })
    expect(
      (
        await workbench.bash(
          `js-exec -c 'console.log((await tools.OPEN_GET_NOTE({ id: "4" })).data.url)'`,
        )
      ).data['stdout'],
    ).toBe('/notes/4\n')
  })

  it('goes on where a call is refused or fails', async () => {
    verifies('workbench.tools.refused', 'workbench.tools.policy')
    const limited = await startOpenWorkbench(notes, { user_id: 'ada', toolkits: ['open'] })
    const { data } = await limited.javascript(`
      const answers = await tools.callMany([
        { tool_slug: 'NOTES_GET_NOTE', arguments: { id: 'unseen' } },
        { tool_slug: 'OPEN_GET_NOTE', arguments: { id: 'fail' } },
        { tool_slug: 'OPEN_GET_NOTE', arguments: {} },
        { tool_slug: 'NO_SUCH_TOOL' },
        { tool_slug: 'SVC_SEARCH_TOOLS', arguments: { queries: [] } },
        { tool_slug: 'OPEN_GET_NOTE', arguments: { id: '5' } },
      ])
      let wrong
      try { await tools.call(7) } catch (error) { wrong = error.message }
      return { errors: answers.map((answer) => answer.error), last: answers.at(-1).data.url, wrong }`)
    expect(data).toMatchObject({
      result: {
        errors: [
          expect.stringContaining('exclude'),
          expect.stringContaining('500'),
          expect.stringContaining('id'),
          expect.stringContaining('no tool'),
          expect.stringContaining('no tool'),
          null,
        ],
        last: '/notes/5',
        wrong: expect.stringContaining('A call is {tool_slug, arguments, account?}: tool_slug'),
      },
    })
    expect(sentTo('/notes/unseen')).toBe(0)
  })

  it.runIf(isThorough)('waits for the approval of a call, which then runs once', async () => {
    verifies('workbench.tools.approvals')
    const guarded = await startOpenWorkbench(notes, { approvals: { tools: ['OPEN_DELETE_NOTE'] } })
    const code = `return (await tools.OPEN_DELETE_NOTE({ id: 'approved' })).successful`
    const first = await guarded.javascript(code)
    expect(first.data).toMatchObject({
      result: false,
      pending_approvals: [
        {
          approval_id: expect.stringMatching(/^apr_/),
          tool_slug: 'OPEN_DELETE_NOTE',
          expires_at: expect.any(String),
        },
      ],
    })
    expect(sentTo('/notes/approved')).toBe(0)
    const [pending] = first.data['pending_approvals'] as { approval_id: string }[]
    await notes.service.client.sessions.decide({
      params: { ...guarded.session.params, approval_id: pending?.approval_id ?? '' },
      body: { decision: 'approve' },
    })
    expect((await guarded.javascript(code)).data).toMatchObject({ result: true })
    expect((await guarded.javascript(code)).data).toMatchObject({
      result: false,
      pending_approvals: [expect.anything()],
    })
    expect(sentTo('/notes/approved')).toBe(1)
  })

  it('is asked which of several accounts is meant, and told of a missing connection', async () => {
    verifies('workbench.tools.accounts')
    const accounts = [await notes.connect('two'), await notes.connect('two')]
    const several = await startOpenWorkbench(notes, {
      user_id: 'two',
      multi_account: { require_explicit_selection: true },
    })
    const { data } = await several.javascript(
      `return [(await tools.NOTES_GET_NOTE({ id: 'which' })).error, (await tools.NOTES_GET_NOTE({ id: 'which' }, '${accounts[1]}')).error]`,
    )
    expect(data['result']).toEqual([expect.stringContaining(accounts[0] ?? ''), null])
    expect(sentTo('/notes/which')).toBe(1)
    const unconnected = await startOpenWorkbench(notes, { user_id: 'newcomer' })
    expect(
      (await unconnected.javascript(`return (await tools.NOTES_GET_NOTE({ id: 'none' })).error`))
        .data['result'],
    ).toContain('/connect/')
  })

  it('leaves an entry in the log for each call, and one that names them', async () => {
    verifies('workbench.tools.logs')
    const logged = await startOpenWorkbench(notes)
    await logged.javascript(
      `await tools.callMany([{ tool_slug: 'OPEN_GET_NOTE', arguments: { id: '8' } }, { tool_slug: 'OPEN_GET_NOTE', arguments: { id: 'fail' } }])`,
    )
    const { items: entries } = await notes.service.client.logs.list({
      query: { session_ids: [logged.session.params.session_id] },
    })
    expect(entries.map(({ tool_slug, status }) => `${tool_slug} ${status}`).toSorted()).toEqual([
      'OPEN_GET_NOTE error',
      'OPEN_GET_NOTE success',
      'SVC_REMOTE_WORKBENCH success',
    ])
    const run = entries.find(({ tool_slug }) => tool_slug === 'SVC_REMOTE_WORKBENCH')
    const entry = await notes.service.client.logs.get({ params: { id: run?.id ?? '' } })
    for (const { id } of entries.filter((one) => one !== run))
      expect(JSON.stringify(entry)).toContain(id)
  })

  it.runIf(isThorough)('reads a stored result as a file', async () => {
    verifies('workbench.results')
    const listed = await notes.service.client.sessions.execute({
      ...workbench.session,
      body: { tool_slug: 'OPEN_LIST_NOTES', arguments: { tag: ['many'] } },
    })
    const path = `/results/${String(listed.data['handle'])}.json`
    expect((await workbench.bash(`jq '.items | length' ${path}; ls /results`)).data['stdout']).toBe(
      `600\n${String(listed.data['handle'])}.json\n`,
    )
    expect(
      (
        await workbench.javascript(
          `return JSON.parse(fs.readFileSync('${path}', 'utf8')).items.filter((note) => note.id % 100 === 0).length`,
        )
      ).data['result'],
    ).toBe(6)
    const other = await startOpenWorkbench(notes)
    expect((await other.bash(`cat ${path}`)).error).toContain('No such file')
  })

  it.runIf(isThorough)('has long output stored, and the beginning of it answered', async () => {
    verifies('workbench.output')
    const { data } = await workbench.javascript(
      'console.log("x".repeat(50000)); return Array.from({ length: 9000 }, (_, n) => n)',
    )
    expect(JSON.stringify(data).length).toBeLessThan(12_000)
    expect(data).toMatchObject({
      exit_code: 0,
      handle: expect.stringMatching(/^res_/),
      message: expect.stringContaining('SVC_READ_RESULT'),
    })
    const read = await workbench.run('SVC_READ_RESULT', {
      handle: data['handle'],
      path: 'result[8999]',
    })
    expect(read.data).toMatchObject({ value: 8999 })
    expect(
      (await workbench.bash(`jq '.stdout | length' /results/${String(data['handle'])}.json`)).data[
        'stdout'
      ],
    ).toBe('50001\n')
    const small = await startOpenWorkbench(notes, { workbench: { auto_offload_threshold: 500 } })
    expect((await small.bash('seq 1 1000')).data).toMatchObject({
      handle: expect.stringMatching(/^res_/),
    })
    const whole = await notes.service.client.sessions.execute({
      ...workbench.session,
      body: {
        tool_slug: 'SVC_REMOTE_BASH_TOOL',
        arguments: { command: 'seq 1 9000' },
        enable_auto_workbench_offload: false,
      },
    })
    expect(String(whole.data['stdout']).split('\n').length).toBe(9001)
  })

  it('keeps nothing where the project stores no data', async () => {
    verifies('workbench.files.not-kept')
    const project = await createProject(notes.service, 'forgetful')
    await importToolkit(
      { ...notes.service, client: project.client },
      { slug: 'open', source: { openapi: openNotesApi(notes.upstream.url) } },
    )
    await project.client.projects.updateConfig({
      body: { log_visibility_setting: 'dont_store_data' },
    })
    const forgetful = await startOpenWorkbench(notes, {}, project.client)
    expect((await forgetful.bash('echo kept > kept.txt; cat kept.txt')).data).toMatchObject({
      stdout: 'kept\n',
      files: { changed: [{ path: 'kept.txt', size: 5 }], removed: [] },
      files_message: expect.stringContaining('stores no data'),
    })
    expect((await forgetful.bash('ls')).data['stdout']).toBe('')
    expect((await forgetful.bash('seq 1 9000')).data).toEqual({
      stdout: expect.stringContaining('characters)'),
      stderr: '',
      exit_code: 0,
      message: expect.stringContaining('the rest is lost'),
    })
  })

  it('is ended when its caller goes away', async () => {
    verifies('workbench.abort')
    const left = await startOpenWorkbench(notes)
    const leaving = new AbortController()
    const running = fetch(
      `${notes.service.url}/api/v3/tool_router/session/${left.session.params.session_id}/execute_meta`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': notes.service.apiKey },
        body: JSON.stringify({
          slug: 'SVC_REMOTE_WORKBENCH',
          arguments: { code: `await tools.OPEN_GET_NOTE({ id: 'left' }); for (;;) {}` },
        }),
        signal: leaving.signal,
      },
    )
    running.catch(() => undefined)
    await vi.waitFor(() => expect(sentTo('/notes/left')).toBe(1), 60_000)
    leaving.abort()
    await expect(running).rejects.toThrow('aborted')
    await vi.waitFor(async () => {
      const { items: entries } = await notes.service.client.logs.list({
        query: { session_ids: [left.session.params.session_id] },
      })
      expect(entries).toContainEqual(
        expect.objectContaining({ tool_slug: 'SVC_REMOTE_WORKBENCH', status: 'error' }),
      )
    }, 60_000)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSampleService, type SampleService } from '../../src/sample/start-sample-service.ts'
import { operationIds, trackerClient } from './sample-client.ts'

let sample: SampleService
let tracker: Awaited<ReturnType<typeof trackerClient>>

beforeAll(async () => {
  sample = await startSampleService()
  tracker = await trackerClient(sample)
})

afterAll(() => sample.close())

const createIssue = async (fields: object) =>
  (await tracker.call('createIssue', {}, { json: fields })).body

describe('issues', () => {
  test('creates an issue from a title alone', async () => {
    const { status, body } = await tracker.call(
      'createIssue',
      {},
      { json: { title: '  Search finds nothing  ' } },
    )

    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Search finds nothing',
      project: 'web',
      state: 'open',
      priority: 'medium',
      author: 'ada',
    })
    expect(body).toMatchObject({
      labels: [],
      assignee: null,
      comment_count: 0,
      attachments: [],
      closed_at: null,
    })
    expect(body.url).toBe(`${sample.trackerUrl}/issues/${body.id}`)
    expect((await tracker.call('getIssue', { issue_id: body.id })).body).toEqual(body)
  })

  test('creates an issue with every field, under the next number of its project', async () => {
    const fields = {
      title: 'Refunds',
      body: 'Twice.',
      project: 'billing',
      labels: ['bug'],
      assignee: 'bruno',
      priority: 'urgent',
    }
    const first = await createIssue(fields)
    const second = await createIssue(fields)

    expect(first).toMatchObject(fields)
    expect(first.id).toMatch(/^BILLING-\d+$/)
    expect(Number(second.id.slice(8))).toBe(Number(first.id.slice(8)) + 1)
  })

  test('changes only the given fields', async () => {
    const issue = await createIssue({
      title: 'Before',
      body: 'Stays',
      labels: ['bug'],
      assignee: 'ada',
    })
    const change = { title: 'After', assignee: null, labels: ['docs'] }
    const { body } = await tracker.call('updateIssue', { issue_id: issue.id }, { json: change })

    expect(body).toEqual({ ...issue, ...change, updated_at: body.updated_at })
  })

  test('closes an issue with a last comment, and opens it again', async () => {
    const { id } = await createIssue({ title: 'Close me' })
    const closed = (
      await tracker.call('closeIssue', { issue_id: id }, { json: { comment: 'Done.' } })
    ).body
    expect(closed).toMatchObject({ state: 'closed', comment_count: 1 })
    expect(closed.closed_at).not.toBeNull()

    const again = (await tracker.call('closeIssue', { issue_id: id })).body
    expect(again, 'closing twice changes nothing').toEqual(closed)

    const opened = (
      await tracker.call('updateIssue', { issue_id: id }, { json: { state: 'open' } })
    ).body
    expect(opened).toMatchObject({ state: 'open', closed_at: null })
  })

  test('deletes an issue with its comments and attachments', async () => {
    const { id } = await createIssue({ title: 'Delete me' })
    await tracker.call('addComment', { issue_id: id }, { json: { body: 'Gone soon' } })
    const attachment = (
      await tracker.call(
        'uploadAttachment',
        { issue_id: id },
        { form: fileForm('gone.txt', 'gone') },
      )
    ).body

    const deleted = await tracker.call('deleteIssue', { issue_id: id })
    expect(deleted.status).toBe(204)
    expect(await deleted.response.text()).toBe('')
    for (const operation of ['getIssue', 'deleteIssue', 'listComments']) {
      expect((await tracker.call(operation, { issue_id: id })).status).toBe(404)
    }
    expect(
      (await tracker.call('downloadAttachment', { attachment_id: attachment.id })).status,
    ).toBe(404)
    expect((await createIssue({ title: 'Next' })).id).not.toBe(id)
  })
})

describe('lists', () => {
  const ids = (body: { issues: { id: string }[] }) => body.issues.map(({ id }) => id)

  test('combines filters', async () => {
    const { body } = await tracker.call(
      'listIssues',
      {},
      { query: '?project=web&state=open&label=bug&label=security&assignee=dmitri' },
    )
    expect(ids(body)).toEqual(['WEB-3'])
    expect(
      ids((await tracker.call('listIssues', {}, { query: '?q=SAFARI%20blank' })).body),
    ).toEqual(['WEB-1'])
    expect(
      ids(
        (await tracker.call('listIssues', {}, { query: '?state=closed&label=performance' })).body,
      ),
    ).toEqual([])
  })

  test('pages through all issues, newest first, each once', async () => {
    await createIssue({ title: 'The newest' })
    const seen: string[] = []
    let page: number | null = 1
    while (page !== null) {
      const { body } = await tracker.call('listIssues', {}, { query: `?page=${page}&per_page=5` })
      expect(body.issues.length).toBeLessThanOrEqual(5)
      seen.push(...ids(body))
      page = body.next_page
      if (page === null) expect(seen).toHaveLength(body.total)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect((await tracker.call('getIssue', { issue_id: seen[0] ?? '' })).body.title).toBe(
      'The newest',
    )
    expect(ids((await tracker.call('listIssues', {}, { query: '?page=1000' })).body)).toEqual([])
  })

  test('searches by a filter, in the asked order', async () => {
    const filter = {
      text: 'app',
      projects: ['mobile'],
      states: ['open'],
      labels_any: ['bug', 'docs'],
      sort: { by: 'priority' },
    }
    const { body } = await tracker.call('searchIssues', {}, { json: filter })
    expect(ids(body)).toEqual(['MOBILE-4', 'MOBILE-2', 'MOBILE-3'])

    const unassigned = await tracker.call(
      'searchIssues',
      {},
      { json: { assignees: [null], labels_all: ['bug', 'good first issue'] } },
    )
    expect(ids(unassigned.body)).toEqual(['WEB-4'])
  })

  test('searches by time of creation', async () => {
    const { body: web3 } = await tracker.call('getIssue', { issue_id: 'WEB-3' })
    const { body: web4 } = await tracker.call('getIssue', { issue_id: 'WEB-4' })
    const between = {
      created_after: web3.created_at,
      created_before: web4.created_at.replace('Z', '+00:00'),
    }
    expect(ids((await tracker.call('searchIssues', {}, { json: between })).body)).toEqual([])

    const from = new Date(Date.parse(web3.created_at) - 1).toISOString()
    expect(
      ids(
        (await tracker.call('searchIssues', {}, { json: { ...between, created_after: from } }))
          .body,
      ),
    ).toEqual(['WEB-3'])
  })

  test('lists projects with their open issues', async () => {
    const { body } = await tracker.call('listProjects')
    const billing = body.projects.find(({ slug }: { slug: string }) => slug === 'billing')
    const { body: open } = await tracker.call(
      'listIssues',
      {},
      { query: '?project=billing&state=open' },
    )
    expect(billing.open_issues).toBe(open.total)
    expect(body.projects).toHaveLength(3)
  })

  test('exports issues as CSV, with fields quoted where they must be', async () => {
    const { id } = await createIssue({
      title: 'Say "hi", twice',
      labels: ['bug', 'docs'],
      project: 'mobile',
    })
    const { response } = await tracker.call(
      'exportIssues',
      {},
      { query: '?project=mobile&label=docs' },
    )

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [header, row, end] = (await response.text()).split('\r\n')
    expect(header).toBe(
      'id,project,title,state,priority,labels,assignee,author,created_at,updated_at,closed_at',
    )
    expect(row).toContain(`${id},mobile,"Say ""hi"", twice",open,medium,bug;docs,,ada,`)
    expect(end).toBe('')
  })
})

describe('comments and labels', () => {
  test('adds comments and lists them by page, oldest first', async () => {
    const { id } = await createIssue({ title: 'Discuss' })
    for (const body of ['one', 'two', 'three']) {
      const added = await tracker.call('addComment', { issue_id: id }, { json: { body } })
      expect(added).toMatchObject({ status: 201, body: { issue_id: id, author: 'ada', body } })
    }
    const { body } = await tracker.call(
      'listComments',
      { issue_id: id },
      { query: '?per_page=2&page=2' },
    )
    expect(body).toMatchObject({
      comments: [{ body: 'three' }],
      page: 2,
      per_page: 2,
      total: 3,
      next_page: null,
    })
    expect((await tracker.call('getIssue', { issue_id: id })).body.comment_count).toBe(3)
  })

  test('creates a label that issues can have then', async () => {
    const refused = await tracker.call(
      'createIssue',
      {},
      { json: { title: 'Slow', labels: ['mystery'] } },
    )
    expect(refused.status).toBe(422)
    expect(refused.body.fields[0].message).toContain('create it, or use one of: bug, feature')

    const created = await tracker.call(
      'createLabel',
      {},
      { json: { name: 'mystery', color: '#123abc' } },
    )
    expect(created.status).toBe(201)
    expect((await tracker.call('listLabels')).body.labels).toContainEqual({
      name: 'mystery',
      color: '#123abc',
      description: '',
    })
    expect((await createIssue({ title: 'Slow', labels: ['mystery'] })).labels).toEqual(['mystery'])
    expect(
      (await tracker.call('createLabel', {}, { json: { name: 'mystery' } })).body.fields,
    ).toMatchObject([{ field: 'name' }])
  })
})

describe('attachments', () => {
  test('gives back the bytes that were uploaded, as a download', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
    const form = fileForm('größe (1).png', bytes, 'image/png')
    form.set('description', 'A screenshot')
    const { status, body } = await tracker.call('uploadAttachment', { issue_id: 'WEB-2' }, { form })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      filename: 'größe (1).png',
      content_type: 'image/png',
      size: 70_000,
      description: 'A screenshot',
    })
    expect((await tracker.call('getIssue', { issue_id: 'WEB-2' })).body.attachments).toEqual([body])

    const { response } = await tracker.call('downloadAttachment', { attachment_id: body.id })
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%281%29.png",
    )
    expect(await response.bytes()).toEqual(bytes)
  })

  test('refuses what is not a file, and what is too large', async () => {
    const text = new FormData()
    text.set('file', 'only text')
    const refused = await tracker.call('uploadAttachment', { issue_id: 'WEB-2' }, { form: text })
    expect(refused).toMatchObject({ status: 422, body: { fields: [{ field: 'file' }] } })

    const upload = (size: number) =>
      tracker.call(
        'uploadAttachment',
        { issue_id: 'WEB-2' },
        { form: fileForm('a', new Uint8Array(size)) },
      )
    const large = await upload(5 * 1024 * 1024 + 1)
    expect(large).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'file', message: 'A file may have 5 MiB at most' }] },
    })

    const huge = await upload(7 * 1024 * 1024)
    expect(huge).toMatchObject({ status: 413, body: { error: 'too_large' } })
    expect(
      (await tracker.call('uploadAttachment', { issue_id: 'WEB-2' }, { json: {} })).status,
    ).toBe(415)
  })
})

describe('keys', () => {
  test('knows the user by the key', async () => {
    expect((await tracker.call('getCurrentUser')).body).toEqual({
      username: 'ada',
      name: 'Ada Okafor',
      email: 'ada@tracker.example',
    })
    for (const [username, key] of Object.entries(sample.trackerApiKeys)) {
      expect(key).toMatch(/^trk_[0-9a-f]{40}$/)
      expect((await tracker.call('getCurrentUser', {}, { key })).body.username).toBe(username)
    }
    expect(new Set(Object.values(sample.trackerApiKeys)).size).toBe(4)
  })

  test('refuses every operation without a valid key, whatever else is wrong', async () => {
    for (const operation of operationIds(tracker.document)) {
      const { status, body } = await tracker.call(
        operation,
        { issue_id: 'NONE-1', attachment_id: 'none' },
        { key: 'trk_wrong' },
      )
      expect(status, operation).toBe(401)
      expect(body).toEqual({
        error: 'unauthorized',
        message: 'Send a valid API key in the header X-Tracker-Key',
      })
    }
    expect((await fetch(`${sample.trackerUrl}/issues`)).status).toBe(401)
  })
})

describe('errors', () => {
  const fieldsOf = async (operation: string, json: unknown) => {
    const { status, body } = await tracker.call(operation, { issue_id: 'WEB-1' }, { json })
    expect(status).toBe(422)
    return body.fields.map(({ field }: { field: string }) => field).sort()
  }

  test('lists every invalid field of a body', async () => {
    expect(await fieldsOf('createIssue', {})).toEqual(['title'])
    expect(
      await fieldsOf('createIssue', { title: ' ', priority: 'asap', labels: ['bug', 7] }),
    ).toEqual(['labels.1', 'priority', 'title'])
    expect(
      await fieldsOf('createIssue', { title: 'x', labels: ['nope'], assignee: 'nobody' }),
    ).toEqual(['assignee', 'labels'])
    expect(await fieldsOf('createIssue', { title: 'x', asignee: 'ada' })).toEqual(['asignee'])
    expect(await fieldsOf('updateIssue', {})).toEqual(['body'])
    expect(
      await fieldsOf('searchIssues', { sort: { by: 'mood' }, created_after: 'yesterday' }),
    ).toEqual(['created_after', 'sort.by'])
    expect(await fieldsOf('createIssue', ['title'])).toEqual(['body'])
  })

  test('lists invalid query parameters', async () => {
    const { status, body } = await tracker.call(
      'listIssues',
      {},
      { query: '?per_page=101&page=x&state=odd&project=tv' },
    )
    expect(status).toBe(422)
    expect(body.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      'page',
      'per_page',
      'project',
      'state',
    ])
  })

  test('says which issue is unknown', async () => {
    const { status, body } = await tracker.call('getIssue', { issue_id: 'WEB-999' })
    expect(status).toBe(404)
    expect(body).toEqual({
      error: 'not_found',
      message: 'No issue "WEB-999"; list or search issues to find its id',
    })
    for (const [operation, json] of [
      ['updateIssue', { title: 'x' }],
      ['closeIssue', {}],
      ['addComment', { body: 'x' }],
    ] as const) {
      expect((await tracker.call(operation, { issue_id: 'WEB-999' }, { json })).status).toBe(404)
    }
    expect(
      (
        await tracker.call(
          'uploadAttachment',
          { issue_id: 'WEB-999' },
          { form: fileForm('a', 'a') },
        )
      ).status,
    ).toBe(404)
  })

  test('refuses a body that is not JSON', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${sample.trackerUrl}/issues`, {
        method: 'POST',
        headers: { 'x-tracker-key': sample.trackerApiKey, ...headers },
        body,
      })
    const broken = await post({ 'content-type': 'application/json; charset=utf-8' }, '{"title"')
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: 'bad_request', message: 'The body is not valid application/json' },
    ])
    expect((await post({ 'content-type': 'text/plain' }, '{"title":"x"}')).status).toBe(415)
  })
})

test('leaves no operation untried', () => {
  expect([...tracker.succeeded].sort()).toEqual(operationIds(tracker.document).sort())
})

const fileForm = (name: string, content: string | Uint8Array<ArrayBuffer>, type = '') => {
  const form = new FormData()
  form.set('file', new File([content], name, { type }))
  return form
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, createReadFile } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { describeDrive } from './start-drive.ts'

type AnsweredFile = {
  url: string
  content_type: string
  size: number
  expires_at: string
  name?: string
}

const content = Buffer.from([37, 80, 68, 70, 0, 255, 128])

let drive: Upstream
let service: TestService
let now = Date.parse('2030-01-01T00:00:00.000Z')
/** What the drive says of the content that it answers. */
let headers: Record<string, string> = {}
/** The forms that the drive received. */
const forms: FormData[] = []
beforeAll(async () => {
  drive = await startUpstream(
    async ({ method, headers: sent, body }, response) => {
      if (method === 'GET')
        return void response
          .writeHead(200, { 'content-type': 'application/pdf', ...headers })
          .end(content)
      const type = sent['content-type'] ?? ''
      if (type.startsWith('multipart/'))
        forms.push(await new Response(body, { headers: { 'content-type': type } }).formData())
      return json(response, 200, { size: body.length })
    },
    { keep: true },
  )
  service = await startService({
    keep: true,
    egressAllow: [drive.host],
    clock: { now: () => new Date(now) },
  })
  await importDrive(service)
})
afterAll(async () => {
  await service.close()
  await drive.close()
})

const importDrive = (to: Pick<TestService, 'client'>) => {
  const description = describeDrive(drive.url)
  const paths = {
    ...description.paths,
    '/download': {
      get: {
        operationId: 'getFile',
        summary: 'Get file',
        responses: { 200: { description: 'The content', content: { 'application/pdf': {} } } },
      },
    },
  }
  return importToolkit(to, { slug: 'drive', source: { openapi: { ...description, paths } } })
}

const execute = (tool_slug: string, args: Record<string, unknown>, client = service.client) =>
  client.tools.execute({ params: { tool_slug }, body: { user_id: 'ada', arguments: args } })

const download = async (disposition?: string, client = service.client): Promise<AnsweredFile> => {
  headers = disposition === undefined ? {} : { 'content-disposition': disposition }
  const { data, error } = await execute('DRIVE_GET_FILE', {}, client)
  expect(error).toBeNull()
  return data['file'] as AnsweredFile
}

/** What the drive received as the file of its form. */
const upload = async (file: unknown, client = service.client) => {
  const { error } = await execute('DRIVE_POST_FORM', { file }, client)
  const part = forms.splice(0)[0]?.get('file')
  return { error, part: part instanceof File ? [part.name, part.type] : part }
}

const openOtherProject = async () => {
  const owner = createClient({ baseUrl: service.url, orgApiKey: service.orgApiKey })
  const { api_key: apiKey } = await owner.projects.create({
    body: { name: 'Another', should_create_api_key: true },
  })
  const client = createClient({ baseUrl: service.url, apiKey: apiKey ?? '' })
  await importDrive({ client })
  return client
}

const unknown = 'no file of this project is at this address, or its time is over'

describe('a file that a tool answered', () => {
  it('is taken by another tool as it came, with its name and type, and without egress', async () => {
    verifies('files.answered')
    const file = await download(`attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`)
    expect(await upload(file)).toEqual({ error: null, part: ['Größe.pdf', 'application/pdf'] })
    expect(await upload({ url: file.url })).toEqual({
      error: null,
      part: ['Größe.pdf', 'application/pdf'],
    })
    expect(
      await upload({ url: file.url, filename: 'other.txt', content_type: 'text/plain' }),
    ).toEqual({ error: null, part: ['other.txt', 'text/plain'] })
    expect(drive.received.map(({ url }) => url)).not.toContainEqual(
      expect.stringContaining('/files/'),
    )
  })

  it('is taken byte for byte as a body, by the proxy too', async () => {
    verifies('files.answered')
    const file = await download('attachment; filename=a.pdf')
    const length = String(content.length)
    await execute('DRIVE_PUT_RAW', { body: file })
    const custom = { authScheme: 'NO_AUTH', toolkitSlug: 'drive', val: {} } as const
    const { binary_data: kept } = await service.client.tools.proxy({
      body: { endpoint: '/download', method: 'GET', custom_connection_data: custom },
    })
    expect(kept).toMatchObject({ name: 'a.pdf', size: content.length })
    await service.client.tools.proxy({
      body: {
        endpoint: '/raw',
        method: 'PUT',
        binary_body: kept as AnsweredFile,
        custom_connection_data: custom,
      },
    })
    const sent = drive.received.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ headers: received }) => received)).toMatchObject([
      { 'content-type': 'application/pdf', 'content-length': length },
      { 'content-type': 'application/pdf', 'content-length': length },
    ])
  })

  it('is read by no other project, after no expiry, and in no other spelling', async () => {
    verifies('files.answered.scope')
    const { url } = await download('attachment; filename=a.pdf')
    const other = await openOtherProject()
    const refused = { error: expect.stringContaining(unknown), part: undefined }
    expect(await upload({ url }, other)).toEqual(refused)
    const mine = new URL(url)
    const token = mine.pathname.split('/').at(-1)
    for (const forged of [
      `${mine.origin}/files/${'a'.repeat(token?.length ?? 0)}`,
      `${mine.origin}/files/`,
      `${mine.origin}/files/uploads/${token}`,
      `${url}/`,
      `${url}?x=1`,
      `${url}#x`,
      `${mine.protocol}//ada@${mine.host}${mine.pathname}`,
    ])
      expect(await upload({ url: forged }), forged).toEqual(refused)
    // Elsewhere it is an address as any other: where it leads is up to the rules of egress.
    for (const outside of [
      `${mine.origin}/files/../api/v3/toolkits`,
      `${mine.origin}/files/..%2fhealthz/../../healthz`,
      `http://localhost:${mine.port}${mine.pathname}`,
    ])
      expect(await upload({ url: outside }), outside).toEqual({
        error: expect.stringContaining('not public'),
        part: undefined,
      })
    expect(await upload({ url })).toMatchObject({ error: null })
    now += 3_600_000
    expect(await upload({ url })).toEqual(refused)
  })
})

/** As a server writes it that does not know what headers may hold. */
const raw = (text: string) => Buffer.from(text).toString('latin1')

describe('the name of a file that a tool answered', () => {
  it.each([
    ['attachment; filename="no tes.zip"', 'no tes.zip'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`, 'Größe.pdf'],
    [`attachment; FileName*=utf-8'de'a%20b.pdf; filename=x.pdf`, 'a b.pdf'],
    [`attachment; filename*=iso-8859-1''na%EFve.txt`, 'naïve.txt'],
    [`attachment; filename*=UTF-8''%E2%28.pdf; filename=plain.pdf`, 'plain.pdf'],
    [raw('attachment; filename="Größe.pdf"'), 'Größe.pdf'],
    [raw('attachment; filename="報告書.xlsx"'), '報告書.xlsx'],
    ['attachment; filename="na\u00efve.txt"', 'naïve.txt'],
    [String.raw`attachment; filename="a \"b\" c.txt"`, 'a _b_ c.txt'],
    [`inline; filename*=UTF-8''${encodeURIComponent('👨‍👩‍👧.png')}`, '👨‍👩‍👧.png'],
    [`attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, 'passwd'],
    [`attachment; filename*=UTF-8''C%3A%5Cwindows%5Cx.dll`, 'x.dll'],
    [`attachment; filename*=UTF-8''.ssh`, 'ssh'],
    [`attachment; filename*=UTF-8''a%0D%0Ab%00.txt`, 'ab.txt'],
    [`attachment; filename*=UTF-8''evil%E2%80%AEfdp.exe`, 'evilfdp.exe'],
    [`attachment; filename*=UTF-8''a%F3%A0%81%81.txt%20.%20`, 'a.txt'],
    ['attachment; filename=".."', undefined],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
  ])('is read from %s', async (disposition, name) => {
    verifies('files.answered.name')
    expect((await download(disposition)).name).toBe(name)
  })

  it('is cut without its ending', async () => {
    verifies('files.answered.name')
    const { name = '' } = await download(
      `attachment; filename*=UTF-8''${encodeURIComponent('書'.repeat(300))}.xlsx`,
    )
    expect(name).toMatch(/^書+\.xlsx$/)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  })

  it('comes with the download, in both forms', async () => {
    verifies('files.answered.name')
    const { url } = await download(`attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20(1)'s.pdf`)
    expect((await fetch(url)).headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1__s.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%27s.pdf`,
    )
    const readFile = createReadFile({ baseUrl: service.url, apiKey: service.apiKey })
    expect(await readFile(url)).toEqual({
      bytes: new Uint8Array(content),
      contentType: 'application/pdf',
      name: "Größe (1)'s.pdf",
    })
    const nameless = await download()
    expect((await fetch(nameless.url)).headers.get('content-disposition')).toBe(
      `attachment; filename=file; filename*=UTF-8''file`,
    )
    expect(await readFile(nameless.url)).not.toHaveProperty('name')
  })
})

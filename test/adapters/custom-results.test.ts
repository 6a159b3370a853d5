import { expect, test } from 'vitest'
import { customTool } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { frameworks } from './frameworks/index.ts'
import { brochure, openStudio, picture, prints } from './open-studio.ts'
import type { Conversation } from './read-conversation.ts'
import { serveOpenai, type Turn } from './serve-openai.ts'

const studio = openStudio()
const input = { type: 'object', properties: {} } as const
const file = (bytes: Buffer, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type })

const customTools = [
  customTool({
    slug: 'take_picture',
    description: 'Takes a picture',
    input,
    execute: () => new Blob([new Uint8Array(picture)], { type: 'image/png' }),
  }),
  customTool({
    slug: 'get_brochure',
    description: 'Gets the brochure',
    input,
    execute: () => ({ file: new Blob([new Uint8Array(brochure)], { type: 'application/pdf' }) }),
  }),
  customTool({
    slug: 'list_archive',
    description: 'Lists the archive',
    input,
    execute: () => ({ prints }),
  }),
]
const names = (tool: string) => [`STUDIO_${tool}`, `LOCAL_${tool}`] as const

/** What differs from call to call. */
const normalize = (text: string) =>
  text
    .replaceAll(/\/files\/[\w-]+/g, '/files/token')
    .replaceAll(/res_[\w-]+/g, 'handle')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')

const seen: Conversation[] = []
const see = (conversation: Conversation): Turn => {
  seen.push(conversation)
  return { text: 'Done.' }
}
const callBoth = (tool: string): Turn => ({
  calls: names(tool).map((name) => ({ name, arguments: '{}' })),
})

/** Chat Completions has no files in results of tools; LangChain has no format for PDFs there. */
const shows = (name: string, what: 'picture' | 'pdf') =>
  !name.startsWith('Chat Completions') && (what === 'picture' || !name.includes('Lang'))

test.each(frameworks)(
  '$name shows pictures and PDFs of custom tools as those of any other tool',
  async ({ name, open: start }) => {
    verifies('adapters.custom-results')
    const session = await studio().plugboard.createSession(`${name}'s user`, { customTools })
    for (const [tool, what, content] of [
      ['TAKE_PICTURE', 'picture', picture],
      ['GET_BROCHURE', 'pdf', brochure],
    ] as const) {
      await using model = await serveOpenai(callBoth(tool), see)
      const agent = await start(session, model.url, { tools: names(tool), files: true })

      expect(await agent.say('Show it')).toBe('Done.')
      const [remote, local] = seen.at(-1)?.results ?? []
      expect(normalize(local?.text ?? '')).toBe(normalize(remote?.text ?? 'nothing'))
      expect(local?.pictures).toEqual(remote?.pictures)
      expect(JSON.parse(local?.text ?? '')).toMatchObject({ file: { size: content.length } })
      const body = JSON.stringify(model.received.at(-1)?.body)
      expect(body.split(content.toString('base64')).length - 1).toBe(shows(name, what) ? 2 : 0)
    }
  },
)

test.each(frameworks)(
  '$name shows a large result of a custom tool as a preview, of which parts can be read',
  async ({ name, open: start }) => {
    verifies('adapters.custom-results')
    const readPart = (conversation: Conversation): Turn => {
      see(conversation)
      const { handle } = JSON.parse(conversation.results[1]?.text ?? '{}') as { handle: string }
      const part = JSON.stringify({ handle, path: 'prints[1234].title' })
      return { calls: [{ name: 'SVC_READ_RESULT', arguments: part }] }
    }
    await using model = await serveOpenai(callBoth('LIST_ARCHIVE'), readPart, see)
    const session = await studio().plugboard.createSession(`${name}'s user`, { customTools })
    const agent = await start(session, model.url, {
      tools: [...names('LIST_ARCHIVE'), 'SVC_READ_RESULT'],
    })

    await agent.say('What is print 1234?')
    const [remote, local, part] = seen.at(-1)?.results ?? []
    expect(normalize(local?.text ?? '')).toBe(normalize(remote?.text ?? 'nothing'))
    expect(local?.text.length).toBeLessThan(4000)
    expect(JSON.parse(part?.text ?? '')).toMatchObject({ value: 'Print 1234' })
  },
)

test('a file in a multi-execute, and a name of a file, reach the model', async () => {
  verifies('adapters.custom-results')
  const chart = customTool({
    slug: 'draw_chart',
    description: 'Draws a chart',
    input,
    execute: () => ({ month: 'May', files: [file(picture, 'chart.png', 'image/png')] }),
  })
  const session = await studio().plugboard.createSession('ada', { customTools: [chart] })
  const [tool] = await session.tools({ tools: ['SVC_MULTI_EXECUTE_TOOL'] })
  const result = await tool!.execute({
    tools: [{ tool_slug: 'LOCAL_DRAW_CHART' }, { tool_slug: 'STUDIO_TAKE_PICTURE' }],
  })
  expect(result.data).toMatchObject({
    succeeded: 2,
    results: [
      { data: { month: 'May', files: [{ name: 'chart.png', content_type: 'image/png' }] } },
      { data: { file: { content_type: 'image/png' } } },
    ],
  })
  expect((await tool!.show(result, { files: true })).files).toEqual([
    { mediaType: 'image/png', base64: picture.toString('base64'), name: 'chart.png' },
    { mediaType: 'image/png', base64: picture.toString('base64') },
  ])
})

import assert from 'node:assert/strict'
import { createClient } from '../../../src/client/index.ts'

/** Uses a version as an agent does: with a session of the other one, if it has made one. */
export const smoke = async (
  { url, apiKey, name }: { url: string; apiKey: string; name: string },
  session?: string,
): Promise<string> => {
  const client = createClient({ baseUrl: url, apiKey, retries: 0 })
  const { items } = await client.tools.list({ query: { toolkit_slug: 'echo' } })
  const [tool] = items
  assert.ok(tool)
  const made = await client.sessions.create({ body: { user_id: name } })
  for (const session_id of [made.session_id, ...(session === undefined ? [] : [session])]) {
    const found = await client.sessions.execute({
      params: { session_id },
      body: { tool_slug: tool.slug, arguments: { text: name } },
    })
    assert.deepEqual([found.error, found.data['said']], [null, name])
  }
  const ready = await fetch(`${url}/readyz`)
  assert.equal(ready.status, 200)
  return made.session_id
}

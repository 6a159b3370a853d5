import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toList } from '../../ui/to-list.ts'
import { useQuery } from '../../ui/use-query.ts'

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** Who the session is for and what it may do; making it leads to its address. */
export const Rules = () => {
  const { query, setQuery } = useQuery()
  const [user, setUser] = useState(query['user'] ?? '')
  const [toolkits, setToolkits] = useState(query['toolkits'] ?? '')
  const [tools, setTools] = useState('')
  const [tags, setTags] = useState<readonly (typeof hints)[number][]>([])
  const [error, setError] = useState<unknown>(undefined)
  const create = async () => {
    setError(undefined)
    try {
      const enabled = toList(toolkits)
      const { session_id } = await client.sessions.create({
        body: {
          user_id: user.trim(),
          ...(enabled.length > 0 && { toolkits: { enable: enabled } }),
          ...(toList(tools).length > 0 && { tools: await toToolRules(toList(tools)) }),
          ...(tags.length > 0 && { tags: { enable: [...tags] } }),
        },
      })
      setQuery({ session: session_id })
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <p>
        Try tools as an agent of a user has them: found by search, within the rules of a session.
      </p>
      <TextField label="User" value={user} set={setUser} required />
      <TextField label="Toolkits (all, if empty)" value={toolkits} set={setToolkits} />
      <TextField label="Tools (all of the toolkits, if empty)" value={tools} set={setTools} />
      <fieldset>
        <legend>Only tools with one of these hints</legend>
        {hints.map((hint) => (
          <label key={hint}>
            <input
              type="checkbox"
              checked={tags.includes(hint)}
              onChange={() =>
                setTags(tags.includes(hint) ? tags.filter((one) => one !== hint) : [...tags, hint])
              }
            />{' '}
            {hint}{' '}
          </label>
        ))}
      </fieldset>
      <ErrorBox error={error} />
      <button type="submit" class="primary">
        Start a session
      </button>
    </form>
  )
}

/** Rules name tools by toolkit. */
const toToolRules = async (slugs: string[]) => {
  const wanted = slugs.map((slug) => slug.toUpperCase())
  const { items } = await client.tools.list({ query: { tool_slugs: wanted, limit: 1000 } })
  const missing = wanted.filter((slug) => !items.some((tool) => tool.slug === slug))
  if (missing.length > 0)
    throw new Error(`The project has no tool ${missing.join(', ')}. Check how it is spelt.`)
  const rules: Record<string, { enable: string[] }> = {}
  for (const { slug, toolkit } of items) (rules[toolkit.slug] ??= { enable: [] }).enable.push(slug)
  return rules
}

import { client } from '../api/client.ts'
import { toPage } from '../api/current-project.ts'
import type { Command } from './commands.ts'

const toolkitsAtMost = 4
const toolsAtMost = 8

/** What the interface takes of a search. */
const longestToolkitSearch = 255
const longestToolSearch = 4000

/** The toolkits and tools of the project that a text finds, by name or by what they are for. */
export const findInProject = async (text: string, signal: AbortSignal): Promise<Command[]> => {
  const [toolkits, tools] = await Promise.all([
    client.toolkits.list(
      { query: { search: text.slice(0, longestToolkitSearch), limit: toolkitsAtMost } },
      { signal },
    ),
    client.tools.list(
      { query: { search: text.slice(0, longestToolSearch), limit: toolsAtMost } },
      { signal },
    ),
  ])
  return [
    ...toolkits.items.map(({ name, slug }) => ({
      title: name,
      hint: `Toolkit ${slug}`,
      href: toPage(`toolkits/${slug}`),
    })),
    ...tools.items.map(({ slug, toolkit }) => ({
      title: slug,
      hint: `Tool of ${toolkit.name}`,
      href: toPage(`toolkits/${toolkit.slug}`, { tool: slug }),
    })),
  ]
}

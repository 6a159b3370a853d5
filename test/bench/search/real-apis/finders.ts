import { addTools, createSearchIndex, search } from '../../../../src/service/search/engine/index.ts'
import { toSearchableToolkit } from '../../../../src/service/search/to-searchable.ts'
import { readSearchableTools, type DataTool } from '../data.ts'
import type { Peer } from '../engines/engine.ts'
import { toSearchableTools, type ImportedToolkit } from './read-catalogue.ts'

/** What a search found, best first, and whether it claims that something fits. */
export type Found = { slugs: string[]; fits: boolean }

/** An engine with a catalogue in it. */
export type Finder = {
  name: string
  find: (text: string, limit: number) => Promise<Found>
  close: () => void
}

export const plugboardFinder = (toolkits: readonly ImportedToolkit[]): Finder => {
  const index = addTools(
    createSearchIndex(),
    toolkits.flatMap((toolkit) => toSearchableTools(toolkit)),
  )
  return {
    name: 'plugboard',
    find: async (text, limit) => {
      const { primary, judge } = search(index, { useCase: text, limit })
      return { slugs: primary.map(({ slug }) => slug), fits: primary.length > 0 && judge(primary) }
    },
    close: () => {},
  }
}

/** The other engines have no notion of "none fits": whatever they find, they claim to fit. */
export const peerFinder = async (peer: Peer, tools: readonly DataTool[]): Promise<Finder> => {
  const searcher = await peer.build(tools)
  return {
    name: peer.name,
    find: async (text, limit) => {
      const slugs = await searcher.search(text, limit)
      return { slugs, fits: slugs.length > 0 }
    },
    close: () => searcher.close?.(),
  }
}

/**
 * The tools as the other engines get them, with what our own index knows of their toolkit: its
 * names, and for those engines that do better with it, what it is about.
 */
export const toDataTools = (
  toolkits: readonly ImportedToolkit[],
  { withAbout }: { withAbout: boolean },
): DataTool[] =>
  toolkits.flatMap(({ toolkit, tools }) => {
    const { slug, name, about } = toSearchableToolkit(toolkit)
    return readSearchableTools(
      tools.map((tool) => ({
        id: tool.slug,
        toolkit: withAbout ? `${slug} ${name} ${about}` : `${slug} ${name}`,
        name: `${tool.name} ${tool.slug}`,
        description: tool.description,
        parameters: tool.inputParameters,
      })),
    )
  })

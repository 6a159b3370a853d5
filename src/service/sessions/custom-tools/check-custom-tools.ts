import type { Catalog } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Policy } from '../policy.ts'
import { listCustomTools, standalone, type CustomTool, type SessionExtras } from './custom-tool.ts'

const maximumSlugLength = 60

/** Names that responses use for things that are not toolkits. */
const reserved = new Set(['svc', standalone])

/**
 * The conflicts of custom tools with each other and with the project's tools, each with its path.
 */
export const checkCustomTools = async (
  { catalog }: { catalog: Catalog },
  project: Project,
  policy: Policy,
  extras: SessionExtras,
): Promise<string[]> => {
  const toolkits = await catalog.listToolkits(project)
  const tools = listCustomTools(extras)
  const taken = await catalog.listVersionsOfTools(
    project,
    tools.map(({ slug }) => slug),
  )
  const toolkitSlugs = (extras.customToolkits ?? []).map(({ slug }) => slug)
  const problems = [
    ...toolkitSlugs
      .filter((slug) => toolkits.has(slug) || reserved.has(slug))
      .map((slug) => `custom_toolkits: there is already a toolkit "${slug}"`),
    ...repeated(toolkitSlugs).map((slug) => `custom_toolkits: "${slug}" is repeated`),
    ...repeated(tools.map(({ slug }) => slug)).map(
      (slug) => `custom_tools: the slug ${slug} is repeated`,
    ),
    ...tools
      .filter(({ slug }) => taken.has(slug))
      .map(({ slug }) => `custom_tools: there is already a tool ${slug}`),
    ...tools
      .filter(isTooLong)
      .map(
        ({ slug }) =>
          `custom_tools: the slug ${slug} has ${slug.length} characters, ${maximumSlugLength} are allowed`,
      ),
    ...tools
      .filter(({ extendsToolkit }) => extendsToolkit)
      .flatMap(({ slug, toolkit }) => checkExtended(slug, toolkit ?? '', toolkits, policy)),
  ]
  return problems.map((problem) => `body.experimental.${problem}`)
}

const repeated = (slugs: string[]): string[] =>
  [...Map.groupBy(slugs, (slug) => slug)].flatMap(([slug, same]) => (same.length > 1 ? [slug] : []))

const isTooLong = ({ slug }: CustomTool): boolean => slug.length > maximumSlugLength

const checkExtended = (
  slug: string,
  toolkit: string,
  toolkits: ReadonlyMap<string, unknown>,
  policy: Policy,
): string[] => {
  if (!toolkits.has(toolkit))
    return [`custom_tools: ${slug} extends the toolkit "${toolkit}", which does not exist`]
  if (!policy.allowsToolkit(toolkit))
    return [
      `custom_tools: ${slug} extends the toolkit "${toolkit}", which the rules of the session exclude`,
    ]
  return []
}

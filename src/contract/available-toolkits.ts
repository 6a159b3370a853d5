import { z } from 'zod'
import { importId, page, pageQuery, toolkitSlug } from './common.ts'
import { endpoint } from './endpoint.ts'
import { openApiSource } from './import-source.ts'
import { mapOf } from './map-of.ts'

/** A toolkit whose recipe comes with the service. */
const availableToolkit = z.object({
  slug: z.string(),
  name: z.string(),
  summary: z.string().describe('What the service is for'),
  logo: z.string().describe('Address of its logo, an SVG that this service serves'),
  aliases: z.array(z.string()),
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  source: z
    .enum(['openapi', 'discovery', 'graphql', 'mcp', 'none'])
    .describe('What its tools are made of; `none`: the recipe declares them itself'),
  auth_schemes: z.array(z.string()).describe('In order of preference'),
  featured_tools: z.number().int().describe('Tools that the recipe describes'),
  triggers: z.number().int(),
  setup_url: z.string().nullable().describe('Where an application is registered, or a key found'),
  unverified: z.array(z.string()).describe('Facts of the recipe without a second source'),
  installed: z
    .object({
      version: z.string(),
      managed: z.boolean().describe('False: the project imported a toolkit of this slug itself'),
      current: z
        .boolean()
        .describe('Added with the recipe that this service has now; if not, add it again'),
      description: z
        .enum(['current', 'changed', 'unknown'])
        .nullable()
        .describe(
          'Whether the addresses of the description still hold what the toolkit was made of; `unknown`: they could not be read. Null: not checked, or it was made of nothing that was fetched',
        ),
      description_problem: z.string().nullable().describe('Why that is unknown'),
    })
    .nullable()
    .describe('The toolkit of this slug in the project'),
})
export type AvailableToolkit = z.infer<typeof availableToolkit>

/** Part of the toolkits. */
export const availableToolkits = {
  available: endpoint({
    method: 'GET',
    path: '/toolkits/available',
    summary: 'List the toolkits that can be added by their name',
    auth: 'project',
    query: z.object({
      category: z.string().max(255).optional().describe('Category id or name'),
      search: z.string().max(255).optional().describe('In slug, name, aliases or summary'),
      installed: z
        .enum(['true', 'false'])
        .optional()
        .describe('Only those that the project has, or has not'),
      check_descriptions: z
        .enum(['true', 'false'])
        .optional()
        .describe(
          'Asks the servers of the descriptions whether they have changed since a toolkit was added; then a page has at most 10 toolkits',
        ),
      ...pageQuery,
    }),
    responses: { 200: page(availableToolkit) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/toolkits/add',
    maximumBodyBytes: 64 * 1024 * 1024,
    summary: 'Add toolkits by their names',
    description:
      'Imports each with the recipe that comes with the service; poll the imports as those of `POST toolkits/import`. Adding a toolkit again makes its next version, of what its description is now. Either all are accepted or none.',
    auth: 'project',
    needsBody: true,
    body: z
      .object({
        toolkits: z.array(toolkitSlug).min(1).max(20).describe('Slugs of available toolkits'),
        replace: z
          .boolean()
          .default(false)
          .describe('Also where the project imported a toolkit of that slug itself'),
        refresh: z
          .boolean()
          .default(false)
          .describe('Ask the servers of the descriptions also where recent copies are kept'),
        preview: z
          .boolean()
          .default(false)
          .describe(
            'Changes nothing: the reports say what the next versions of these toolkits, which the project has, would change',
          ),
        only_if: mapOf(z.string().min(1).max(255), z.string().min(1).max(100), 20)
          .optional()
          .describe(
            'By slug, the `fingerprint` of a preview: the import fails if it would make another toolkit than was shown',
          ),
        accept_host_change: z
          .boolean()
          .optional()
          .describe('Allow the new version to have other hosts or auth endpoints than before'),
        description: openApiSource.shape.openapi
          .optional()
          .describe(
            'The description of the API, in place of the address that the recipe names: its text, JSON or another address; of a GraphQL API its schema. Only for one toolkit',
          ),
        files: openApiSource.shape.files,
      })
      .refine(({ toolkits, description }) => description === undefined || toolkits.length === 1, {
        path: ['description'],
        message: 'is possible for one toolkit at a time',
      })
      // Otherwise a misspelled one would be added unbound.
      .refine(
        ({ toolkits, only_if: bound = {} }) =>
          Object.keys(bound).every((slug) => toolkits.includes(slug)),
        { path: ['only_if'], message: 'must name toolkits of `toolkits`, in lower case' },
      )
      .meta({ examples: [{ toolkits: ['hubspot', 'salesforce'] }] }),
    responses: {
      202: z.object({ imports: z.array(z.object({ slug: z.string(), id: importId })) }),
    },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict', 'internal'],
    idempotencyKey: true,
  }),
}

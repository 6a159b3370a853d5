import { rate, type RatedFigure } from '../figures/figure.ts'
import { residentMegabytes } from '../processes/read-usage.ts'
import { bar, compareSizes, createProject, few, fillProject, onEachEngine, readPage, settle, type OpenEngine, type Project } from './lists.ts'
import type { Part } from './part.ts'

const many = 1_000_000

type Query = NonNullable<Parameters<typeof readPage>[2]>

/** Every way to filter by what all or a tenth of the accounts have in common; and one account. */
const filters: Record<string, (project: Project) => Query> = {
  'first page': () => ({}),
  'first page of one user': () => ({ user_ids: ['user3'] }),
  'first page of three users': () => ({ user_ids: ['user3', 'user4', 'user5'] }),
  'first page of one toolkit': () => ({ toolkit_slugs: ['notes'] }),
  'first page of one state': () => ({ statuses: ['ACTIVE'] }),
  'first page of one user, toolkit and state': () => ({ user_ids: ['user3'], toolkit_slugs: ['notes'], statuses: ['ACTIVE'] }),
  'first page by last change': () => ({ order_by: 'updated_at' }),
}

/** What a project with a million connected accounts costs against one with a thousand: the time of look-ups and pages, and the memory of the service. */
export const measureAccounts: Part = (built, say) =>
  onEachEngine(built, say, async (open) => {
    const projects = { few: await createProject(open.service, 'Few accounts'), many: await createProject(open.service, 'Many accounts') }
    await fillProject(open, projects.few, 'connected accounts', few)
    const before = await useFew(open, projects.few)
    say(`accounts: ${many} connected accounts on ${open.engine}, which takes some minutes`)
    await fillProject(open, projects.many, 'connected accounts', many)
    await settle(open.database)
    say(`accounts: asking on ${open.engine}`)
    return [...(await measurePages(open, projects)), ...(await measureLookups(open, projects)), toMemory(open, before)]
  })

/** What the service takes once the code for these requests is loaded and warm. */
const useFew = async ({ service }: OpenEngine, project: Project): Promise<number> => {
  for (let round = 0; round < 200; round += 1) await readPage('connected accounts', project, {})
  return residentMegabytes(service.pid) ?? Number.NaN
}

const measurePages = async ({ engine }: OpenEngine, projects: Record<'few' | 'many', Project>): Promise<RatedFigure[]> => {
  const figures: RatedFigure[] = []
  const compare = async (page: string, query: (project: Project) => Query | Promise<Query>) => {
    const queries = { few: await query(projects.few), many: await query(projects.many) }
    figures.push(rate({ ...(await compareSizes(`accounts on ${engine}, ${page}`, (size) => readPage('connected accounts', projects[size], queries[size]))), bar }))
  }
  for (const [page, query] of Object.entries(filters)) await compare(page, (project) => ({ ...query(project), limit }))
  for (const place of ['middle', 'last'] as const) {
    await compare(`${place} page`, (project) => queryOf(project, place, {}))
    await compare(`${place} page of one user`, (project) => queryOf(project, place, { user_ids: ['user3'] }))
  }
  return figures
}

const limit = 20

/** By the cursor that the page before gave. */
const queryOf = async (project: Project, place: 'middle' | 'last', filter: Query): Promise<Query> => {
  const { total_pages: pages } = await readPage('connected accounts', project, { ...filter, limit })
  const number = place === 'last' ? pages : Math.ceil(pages / 2)
  const { next_cursor: cursor } = await readPage('connected accounts', project, { ...filter, cursor: Buffer.from(`${number - 1}.${limit}`).toString('base64') })
  if (cursor === null) throw new Error(`No page follows page ${number - 1} of ${pages}`)
  return { ...filter, cursor }
}

const measureLookups = async ({ engine }: OpenEngine, projects: Record<'few' | 'many', Project>): Promise<RatedFigure[]> => {
  const idOf = async (project: Project) => {
    const { items } = await project.client.connectedAccounts.list({ query: await queryOf(project, 'middle', {}) })
    return items[0]?.id ?? ''
  }
  const ids = { few: await idOf(projects.few), many: await idOf(projects.many) }
  const get = await compareSizes(`accounts on ${engine}, one by its id`, (size) => projects[size].client.connectedAccounts.get({ params: { nanoid: ids[size] } }))
  // Chooses the newest of the user's accounts; that the third party is not there takes as long in both.
  const choose = await compareSizes(`accounts on ${engine}, chosen for a call`, (size) => projects[size].client.tools.execute({ params: { tool_slug: 'NOTES_LIST_NOTES' }, body: { user_id: 'user3', arguments: {} } }))
  return [rate({ ...get, bar }), rate({ ...choose, bar })]
}

const toMemory = ({ engine, service }: OpenEngine, before: number): RatedFigure =>
  rate({
    name: `memory of the service on ${engine} with ${many} accounts`,
    ours: { value: residentMegabytes(service.pid) ?? Number.NaN, unit: 'MB' },
    reference: { value: before, unit: 'MB', name: `with ${few}` },
    note: 'resident; after all requests above, while the first is after 200 pages',
  })

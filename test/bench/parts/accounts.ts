import { rate, type RatedFigure } from '../figures/figure.ts'
import { usersPerList } from '../processes/fill-list.ts'
import { residentMegabytes } from '../processes/read-usage.ts'
import {
  bar,
  compareSizes,
  createProject,
  few,
  fillProject,
  onEachEngine,
  readPage,
  settle,
  type OpenEngine,
  type Project,
} from './lists.ts'
import type { Part } from './part.ts'

const many = 1_000_000

type Query = NonNullable<Parameters<typeof readPage>[2]>

/**
 * The oldest of a project: as many in each, and the farthest from where a list of the newest
 * begins.
 */
const rare = 300

/** `authConfigs`: the two that its accounts belong to. */
type FilledProject = Project & { authConfigs: [string, string] }

/**
 * Every way to filter by what all or a tenth of the accounts have in common, and by several things
 * together.
 *
 * EXPIRED are all of user9, under the first auth config, and otherwise the oldest: where a
 * combination with it is rare, none of its parts is.
 */
const filters: Record<string, (project: FilledProject) => Query> = {
  'first page': () => ({}),
  'first page of one user': () => ({ user_ids: ['user3'] }),
  'first page of three users': () => ({ user_ids: ['user3', 'user4', 'user5'] }),
  'first page of one toolkit': () => ({ toolkit_slugs: ['notes'] }),
  'first page of one auth config': ({ authConfigs }) => ({ auth_config_ids: [authConfigs[1]] }),
  'first page of one state': () => ({ statuses: ['ACTIVE'] }),
  'first page of one user and state': () => ({ user_ids: ['user3'], statuses: ['ACTIVE'] }),
  'first page of one user and state, which is rare': () => ({
    user_ids: ['user3'],
    statuses: ['EXPIRED'],
  }),
  'the same by last change': () => ({
    user_ids: ['user3'],
    statuses: ['EXPIRED'],
    order_by: 'updated_at',
  }),
  'first page of one user and state, of which there is none': () => ({
    user_ids: ['user3'],
    statuses: ['FAILED'],
  }),
  'first page of one user and toolkit': () => ({ user_ids: ['user3'], toolkit_slugs: ['notes'] }),
  'first page of one user and auth config': ({ authConfigs }) => ({
    user_ids: ['user3'],
    auth_config_ids: [authConfigs[1]],
  }),
  'first page of one user, toolkit and state': () => ({
    user_ids: ['user3'],
    toolkit_slugs: ['notes'],
    statuses: ['ACTIVE'],
  }),
  'first page of one user, toolkit, auth config and state, which is rare': ({ authConfigs }) => ({
    user_ids: ['user3'],
    toolkit_slugs: ['notes'],
    auth_config_ids: [authConfigs[1]],
    statuses: ['EXPIRED'],
  }),
  'first page of three users and two states': () => ({
    user_ids: ['user3', 'user4', 'user5'],
    statuses: ['ACTIVE', 'EXPIRED'],
  }),
  'first page of one toolkit and state': () => ({
    toolkit_slugs: ['notes'],
    statuses: ['EXPIRED'],
  }),
  'first page of one toolkit and auth config': ({ authConfigs }) => ({
    toolkit_slugs: ['notes'],
    auth_config_ids: [authConfigs[1]],
  }),
  'first page of one auth config and state, which is rare': ({ authConfigs }) => ({
    auth_config_ids: [authConfigs[1]],
    statuses: ['EXPIRED'],
  }),
  'first page of one toolkit, auth config and state': ({ authConfigs }) => ({
    toolkit_slugs: ['notes'],
    auth_config_ids: authConfigs,
    statuses: ['ACTIVE'],
  }),
  'first page by last change': () => ({ order_by: 'updated_at' }),
}

const varyAccounts =
  ({ authConfigs }: FilledProject) =>
  (number: number) => {
    const isOfUser9 = number % usersPerList === 9
    const isExpired = isOfUser9 || number <= rare
    return {
      status: isExpired ? 'EXPIRED' : 'ACTIVE',
      auth_config_id:
        authConfigs[isOfUser9 ? 0 : Math.floor(number / usersPerList) % 2] ?? authConfigs[0],
    }
  }

/**
 * What a project with a million connected accounts costs against one with a thousand: the time of
 * look-ups and pages, and the memory of the service.
 */
export const measureAccounts: Part = (built, say) =>
  onEachEngine(built, say, async (open) => {
    const projects = {
      few: await createFilledProject(open, 'Few accounts', few),
      many: await createFilledProject(open, 'Many accounts', 1),
    }
    const before = await useFew(open, projects.few)
    say(`accounts: ${many} connected accounts on ${open.engine}, which takes some minutes`)
    await fillProject(open, projects.many, 'connected accounts', many, varyAccounts(projects.many))
    await settle(open.database)
    say(`accounts: asking on ${open.engine}`)
    return [
      ...(await measurePages(open, projects)),
      ...(await measureLookups(open, projects)),
      toMemory(open, before),
    ]
  })

const createFilledProject = async (
  open: OpenEngine,
  name: string,
  count: number,
): Promise<FilledProject> => {
  const project = await createProject(open.service, name)
  const { auth_config: second } = await project.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  const { items } = await project.client.connectedAccounts.list({ query: {} })
  const filled: FilledProject = {
    ...project,
    authConfigs: [items[0]?.auth_config.id ?? '', second.id],
  }
  await fillProject(open, filled, 'connected accounts', count, varyAccounts(filled))
  return filled
}

/**
 * What the service takes once the code for these requests is loaded and warm, and as many of them
 * were answered as are measured then.
 */
const useFew = async ({ service }: OpenEngine, project: FilledProject): Promise<number> => {
  for (let round = 0; round < roundsOfFew; round += 1) {
    for (const query of Object.values(filters))
      await readPage('connected accounts', project, { ...query(project), limit })
  }
  return residentMegabytes(service.pid) ?? Number.NaN
}

const roundsOfFew = 200

const measurePages = async (
  { engine }: OpenEngine,
  projects: Record<'few' | 'many', FilledProject>,
): Promise<RatedFigure[]> => {
  const figures: RatedFigure[] = []
  const compare = async (
    page: string,
    query: (project: FilledProject) => Query | Promise<Query>,
  ) => {
    const queries = { few: await query(projects.few), many: await query(projects.many) }
    figures.push(
      rate({
        ...(await compareSizes(`accounts on ${engine}, ${page}`, (size) =>
          readPage('connected accounts', projects[size], queries[size]),
        )),
        bar,
      }),
    )
  }
  for (const [page, query] of Object.entries(filters))
    await compare(page, (project) => ({ ...query(project), limit }))
  for (const place of ['middle', 'last'] as const) {
    await compare(`${place} page`, (project) => queryOf(project, place, {}))
    await compare(`${place} page of one user`, (project) =>
      queryOf(project, place, { user_ids: ['user3'] }),
    )
    await compare(`${place} page of one user and state`, (project) =>
      queryOf(project, place, { user_ids: ['user3'], statuses: ['ACTIVE'] }),
    )
    await compare(`${place} page of two states of one toolkit`, (project) =>
      queryOf(project, place, { toolkit_slugs: ['notes'], statuses: ['ACTIVE', 'EXPIRED'] }),
    )
  }
  return figures
}

const limit = 20

/** By the cursor that the page before gave. */
const queryOf = async (
  project: Project,
  place: 'middle' | 'last',
  filter: Query,
): Promise<Query> => {
  const { total_pages: pages } = await readPage('connected accounts', project, { ...filter, limit })
  const number = place === 'last' ? pages : Math.ceil(pages / 2)
  const { next_cursor: cursor } = await readPage('connected accounts', project, {
    ...filter,
    cursor: Buffer.from(`${number - 1}.${limit}`).toString('base64'),
  })
  if (cursor === null) throw new Error(`No page follows page ${number - 1} of ${pages}`)
  return { ...filter, cursor }
}

const measureLookups = async (
  { engine }: OpenEngine,
  projects: Record<'few' | 'many', Project>,
): Promise<RatedFigure[]> => {
  const idsOf = async (project: Project) => {
    const { items } = await project.client.connectedAccounts.list({
      query: await queryOf(project, 'middle', {}),
    })
    return items.map(({ id }) => id)
  }
  const pages = { few: await idsOf(projects.few), many: await idsOf(projects.many) }
  const ids = { few: pages.few[0] ?? '', many: pages.many[0] ?? '' }
  const get = await compareSizes(`accounts on ${engine}, one by its id`, (size) =>
    projects[size].client.connectedAccounts.get({ params: { nanoid: ids[size] } }),
  )
  const list = await compareSizes(`accounts on ${engine}, ${limit} by their ids`, (size) =>
    readPage('connected accounts', projects[size], { connected_account_ids: pages[size], limit }),
  )
  // Chooses the newest of the user's accounts; that the third party is not there takes as long in
  // both.
  const choose = await compareSizes(`accounts on ${engine}, chosen for a call`, (size) =>
    projects[size].client.tools.execute({
      params: { tool_slug: 'NOTES_LIST_NOTES' },
      body: { user_id: 'user3', arguments: {} },
    }),
  )
  return [get, list, choose].map((figure) => rate({ ...figure, bar }))
}

const toMemory = ({ engine, service }: OpenEngine, before: number): RatedFigure =>
  rate({
    name: `memory of the service on ${engine} with ${many} accounts`,
    ours: { value: residentMegabytes(service.pid) ?? Number.NaN, unit: 'MB' },
    reference: { value: before, unit: 'MB', name: `with ${few}` },
    note: 'resident; after all requests above, the other after about as many',
  })

import { expect, it } from 'vitest'
import { createLog } from '../../../src/service/platform/log.ts'
import { noMetrics } from '../../../src/service/platform/metrics/index.ts'
import { openSearch } from '../../../src/service/search/search.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { startCatalog } from './start-catalog.ts'

const many = Array.from({ length: 520 }, (_unused, number) => `list things of kind ${number}`)

describeEachEngine('a search that does not wait for the index', (open) => {
  it('says how much of it there is, until it is complete', async () => {
    verifies('search.index.unfinished')
    const database = await open({ migrated: true })
    const parts = await startCatalog(database)
    const project = await parts.save(await parts.createProject('One'), 'store', many)
    const search = openSearch({
      ...parts,
      database,
      log: createLog('silent'),
      metrics: noMetrics,
      waitMs: 0,
    })
    const list = async () =>
      search.rankTools(project, {
        toolkits: [...(await parts.catalog.listToolkits(project)).values()],
        filter: {},
        words: 'list things of kind 77',
        signal: new AbortController().signal,
      })
    expect(await list()).toMatchObject({
      tools: [],
      index: { complete: false, indexed_tools: 0 },
    })
    await search.indexTools(project, new AbortController().signal)
    const { tools, index } = await list()
    expect(tools[0]?.slug).toBe('STORE_LIST_THINGS_OF_KIND_77')
    expect(index).toBeUndefined()
    await search.close()
  })

  it('leaves the job that indexes as soon as it is stopped', async () => {
    verifies('search.index.unfinished')
    const database = await open({ migrated: true })
    const parts = await startCatalog(database)
    const project = await parts.save(await parts.createProject('One'), 'store', many)
    const search = openSearch({ ...parts, database, log: createLog('silent'), metrics: noMetrics })
    const reason = new Error('stopping')
    await expect(search.indexTools(project, AbortSignal.abort(reason))).rejects.toBe(reason)
    await search.close()
  })
})

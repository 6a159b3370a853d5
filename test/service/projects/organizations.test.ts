import { expect, it } from 'vitest'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createKey } from '../../../src/service/projects/api-key.ts'
import { projectStore } from '../../../src/service/projects/store.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'

it("an organization's key reaches no project of another organization, and names are unique in each alone", async () => {
  verifies('projects.owner.organization-key', 'projects.create', 'projects.create.unique-name')
  const { database } = await createSharedDatabase()
  const service = await startService({ database })
  const theirs = await createProject(service, 'Same name')
  const headers = {
    'x-org-api-key': await addOrganization(
      await openServiceDatabase(database),
      'Another organization',
    ),
  }
  const path = '/api/v3/org/owner/project'

  const own = await service.request('POST', `${path}/new`, { headers, body: { name: 'Same name' } })

  expect(own).toMatchObject({ status: 200, body: { name: 'Same name', api_key: null } })
  expect((await service.request('GET', `${path}/list`, { headers })).body).toMatchObject({
    total_items: 1,
    data: [{ id: own.body.id }],
  })
  expect((await service.request('GET', `${path}/${own.body.id}`, { headers })).status).toBe(200)
  for (const [method, operation] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/regenerate_api_key'],
  ] as const) {
    expect(
      (await service.request(method, `${path}/${theirs.id}${operation}`, { headers })).status,
    ).toBe(404)
  }
  expect(
    (await theirs.client.projects.get({ params: { nano_id: theirs.id } })).api_keys,
  ).toHaveLength(1)
})

/**
 * No request makes an organization: the first start makes the only one. Answers with the key of the
 * new one.
 */
const addOrganization = async (
  { handle }: Awaited<ReturnType<typeof openServiceDatabase>>,
  name: string,
): Promise<string> => {
  const store = projectStore(handle)
  const organizationId = 'org_another0000000000'
  const key = createKey(systemClock, {
    kind: 'organization',
    organizationId,
    projectId: null,
    name,
  })
  await store.insertOrganization({
    id: organizationId,
    name,
    created_at: systemClock.now().toISOString(),
  })
  await store.insertKey(key.row)
  return key.text
}

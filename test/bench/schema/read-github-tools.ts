import { importOpenApi } from '../../../src/service/catalog/openapi/index.ts'
import { readGithubDescription } from '../../github/github-description.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'
import { withDefinitions } from '../../support/with-definitions.ts'

/** The input of every operation of GitHub's description, as its import makes it. */
export const readGithubTools = async (): Promise<NamedSchema[]> => {
  const { toolkit } = await importOpenApi(await readGithubDescription(), { slug: 'github' })
  // The tools share their definitions in memory; what is measured here is each by itself.
  return toolkit.tools.map(withDefinitions).map(({ slug, inputParameters }) => ({
    name: slug,
    schema: structuredClone(inputParameters),
  }))
}

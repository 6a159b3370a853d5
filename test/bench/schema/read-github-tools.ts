import { importOpenApi } from '../../../src/service/catalog/openapi/index.ts'
import { readGithubDescription } from '../../github/github-description.ts'
import type { NamedSchema } from '../../schema/collected-tools.ts'

/** The input of every operation of GitHub's description, as its import makes it. */
export const readGithubTools = async (): Promise<NamedSchema[]> => {
  const { toolkit } = await importOpenApi(await readGithubDescription(), { slug: 'github' })
  // The tools share their definitions in memory; what is measured here is each by itself.
  return toolkit.tools.map(({ slug, inputParameters }) => ({
    name: slug,
    schema: structuredClone(inputParameters),
  }))
}

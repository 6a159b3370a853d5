import { collectedDescription } from '../../../catalogue/descriptions.ts'
import { readGithubDescription } from '../../../github/github-description.ts'
import { hasCollected } from '../../../support/collected-data.ts'

/** Whether all descriptions can be had that the use cases are asked of. */
export const hasRealApis = async (say: (text: string) => void): Promise<boolean> =>
  hasCollected('apis', 'the benchmark over imported APIs') && (await hasGithub(say))

/** The one description that comes from a package registry instead of the collection. */
const hasGithub = async (say: (text: string) => void): Promise<boolean> => {
  if (collectedDescription('github') !== undefined) return true
  try {
    await readGithubDescription()
    return true
  } catch (error) {
    say(`Skipped: the description of GitHub's API could not be fetched (${String(error)})`)
    return false
  }
}

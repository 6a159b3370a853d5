import { findSimilarKey } from '../../contract/find-similar-key.ts'
import { ServiceError } from '../service-error.ts'

/** A toolkit that the project has not; with the names that it has, the error offers the nearest. */
export const unknownToolkit = (slug: string, known: Iterable<string> = []): ServiceError =>
  new ServiceError('not_found', `No toolkit "${slug}"`, {
    suggestedFix: `${toQuestion(slug, known)}GET /api/v3/toolkits lists the toolkits of this project, GET /api/v3/toolkits/available those that it can add`,
  })

/** As `unknownToolkit`, for a tool. */
export const unknownTool = (slug: string, known: Iterable<string> = []): ServiceError =>
  new ServiceError('not_found', `No tool "${slug}"`, {
    suggestedFix: `${toQuestion(slug, known)}Search for it, or list the tools with GET /api/v3/tools`,
  })

const toQuestion = (slug: string, known: Iterable<string>): string => {
  const similar = findSimilarKey(slug, [...known])
  return similar === undefined ? '' : `Did you mean ${similar}? `
}

/** Makes texts of third parties safe to show, and interprets their answers. */
export { matchesAll, type MatchableResponse } from './answer-conditions.ts'
export { selectPath } from './select-path.ts'
export { createLinkRemover, withoutServiceLinks } from './without-service-links.ts'

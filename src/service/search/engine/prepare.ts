import { lengthsOf } from './ranking/find-spellings.ts'
import { slugOrderOf } from './ranking/first-by-slug.ts'
import { textsOf, toolsByToolkit } from './ranking/index-toolkits.ts'
import { actionsOf } from './ranking/signals.ts'
import { findKey, findSlug, wordsOf, type Segment } from './segment.ts'

/**
 * Creates the lookups of a segment, which the first search that needs one would otherwise create for
 * all segments at once.
 */
export const prepare = (segment: Segment): void => {
  for (const create of [wordsOf, lengthsOf, actionsOf, textsOf, toolsByToolkit, slugOrderOf])
    create(segment)
  findSlug(segment, '')
  findKey(segment, '')
}

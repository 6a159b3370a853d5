/**
 * The ranking engine: pure, synchronous, and independent of projects, sessions and the database.
 */
export type { SearchableTool, SearchParameter } from './tool.ts'
export { buildSegment, createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts'
export { findWord, type Segment } from './segment.ts'
export { fromBytes, segmentFormat, toBytes } from './segment-bytes.ts'
export {
  addTools,
  compact,
  createSearchIndex,
  isFragmented,
  joinIndexes,
  removeTools,
  type SearchIndex,
} from './search-index.ts'
export { createBits, hasBit, setBit, type Bits } from './bits.ts'
export { prepare } from './prepare.ts'
export { findPosition } from './find-position.ts'
export { createToolFilter, type ToolFilter } from './tool-filter.ts'
export { search, type Ranked, type SearchRequest, type SearchResponse } from './search.ts'
export type { RelatedTool } from './ranking/find-related.ts'
export { createExplainer, type Explanation } from './explain.ts'
export { toQueryWords } from './query/read-query.ts'

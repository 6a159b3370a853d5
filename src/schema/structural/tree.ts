import type { z } from 'zod'
import type { Source } from './checked-types.ts'
import type { Place, SchemaDocument } from './schema-document.ts'

/** Builds the zod type of the schema at a place. */
type Build = (place: Place) => z.ZodType

/** What the kinds of types are built with. */
export type Tree = {
  readonly document: SchemaDocument
  readonly build: Build
  sourceAt(place: Place): Source
}

import { isJsonObject, toList } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { isBinary } from './binary-content.ts'

/** Whether a property of a form is sent as a file: as a whole, or in one of its forms. */
export const isFile = (document: OpenApiDocument, property: unknown): boolean =>
  formsOf(document, property).some(isBinary)

/** Whether a property of a form is a list of files, in one of its forms. */
export const isFileList = (document: OpenApiDocument, property: unknown): boolean =>
  formsOf(document, property).some((form) => isJsonObject(form) && isFile(document, form.items))

/** More are composed by nobody but an attacker. */
const formsAtMost = 50

/** What a value may be: the schema, its alternatives, and the one that a sole `allOf` wraps. */
const formsOf = (document: OpenApiDocument, schema: unknown): unknown[] => {
  const forms = new Set<unknown>()
  const waiting = [schema]
  while (waiting.length > 0 && forms.size < formsAtMost) {
    const { value } = resolveReference(document.root, waiting.pop())
    if (!isJsonObject(value) || forms.has(value)) continue
    forms.add(value)
    const whole = toList(value.allOf)
    for (const members of [whole.length === 1 ? whole : [], value.anyOf, value.oneOf])
      waiting.push(...toList(members).slice(0, formsAtMost))
  }
  return [...forms]
}

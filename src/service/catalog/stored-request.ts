import { z } from 'zod'
import { jsonParts } from '../platform/canonical-json.ts'
import { createYielder } from '../platform/create-yielder.ts'
import { outline, storedJson, storedValue } from '../platform/stored-json.ts'
import { documentLimits, type TextParser } from '../platform/untrusted-text/index.ts'
import { ServiceError } from '../service-error.ts'
import type { ImportRequest } from './import-request.ts'
import type { catalogStore } from './store.ts'

/** An import as it is stored: that of an MCP server is encrypted. */
type StoredRequest = ImportRequest | { sealed: string }

type Store = Pick<ReturnType<typeof catalogStore>, 'insertImportRequest' | 'findImportRequest'>

const column = 'import_requests.request'

const schema = z.union([
  outline<{ sealed: string }>({ sealed: z.string() }),
  outline<ImportRequest>({ slug: z.string() }),
])

const read = storedJson(column, schema)
const check = storedValue(column, schema)

/** Parsed within some milliseconds; a longer request is sent to a thread and back. */
const shortCharacters = 4 * 1024 * 1024

/**
 * Stores a request in parts, in slices: it may hold a whole description. Refuses one that is too long
 * to be read again: numbers such as 1e20 are longer than they were sent.
 */
export const saveImportRequest = async (
  store: Store,
  row: { import_id: string; project_id: string },
  request: StoredRequest,
): Promise<void> => {
  const yieldIfDue = createYielder()
  let part = 0
  let characters = 0
  for (const text of jsonParts(request)) {
    characters += text.length
    if (characters > documentLimits.maximumBytes) throw tooLong()
    await store.insertImportRequest({ ...row, part, request: text })
    part += 1
    await yieldIfDue()
  }
}

const tooLong = () =>
  new ServiceError(
    'invalid_request',
    `The import is stored with more than ${documentLimits.maximumBytes} characters, which is the maximum`,
    {
      suggestedFix:
        'Give the description as its text, which is stored as it is, or give its address',
    },
  )

/** Undefined once the import has ended. */
export const readImportRequest = async (
  texts: Pick<TextParser, 'parseDocument'>,
  store: Store,
  id: string,
): Promise<StoredRequest | undefined> => {
  const yieldIfDue = createYielder()
  const parts: string[] = []
  for (;;) {
    const text = await store.findImportRequest(id, parts.length)
    if (text === undefined) break
    parts.push(text)
    await yieldIfDue()
  }
  if (parts.length === 0) return undefined
  const text = parts.join('')
  return text.length <= shortCharacters
    ? read(text, id)
    : check(await texts.parseDocument(text), id)
}

import { z } from 'zod'
import { jsonParts } from '../platform/canonical-json.ts'
import { createYielder } from '../platform/create-yielder.ts'
import { outline, storedValue } from '../platform/stored-json.ts'
import type { TextParser } from '../platform/untrusted-text/index.ts'
import type { ImportRequest } from './import-request.ts'
import type { catalogStore } from './store.ts'

/** An import as it is stored: that of an MCP server is encrypted. */
type StoredRequest = ImportRequest | { sealed: string }

type Store = Pick<ReturnType<typeof catalogStore>, 'insertImportRequest' | 'findImportRequest'>

const check = storedValue(
  'import_requests.request',
  z.union([
    outline<{ sealed: string }>({ sealed: z.string() }),
    outline<ImportRequest>({ slug: z.string() }),
  ]),
)

/** Stores a request in parts, in slices: it may hold a whole description. */
export const saveImportRequest = async (
  store: Store,
  row: { import_id: string; project_id: string },
  request: StoredRequest,
): Promise<void> => {
  const yieldIfDue = createYielder()
  let part = 0
  for (const text of jsonParts(request)) {
    await store.insertImportRequest({ ...row, part, request: text })
    part += 1
    await yieldIfDue()
  }
}

/** Undefined once the import has ended. A request of several parts is parsed in a thread. */
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
  return check(await texts.parseDocument(parts.join('')), id)
}

import { createYielder } from '../../platform/create-yielder.ts'
import { bundleFiles } from './document/bundle-files.ts'
import { isJsonObject } from './document/json-object.ts'
import { openDocument, type OpenApiDocument } from './document/open-document.ts'
import type { ImportOptions } from './import-options.ts'
import { readOperations, type Operation, type OperationList } from './operation/read-operations.ts'
import { readServer } from './operation/read-servers.ts'

/** One of the descriptions of a toolkit; `options` are those of the import, for it. */
export type OpenedDescription = OperationList & {
  document: OpenApiDocument
  options: ImportOptions
}

export type OpenedDescriptions = [OpenedDescription, ...OpenedDescription[]]

/**
 * Reads the descriptions of a toolkit. Their schemas and security schemes stay apart; operations
 * with the same method and path are told apart by their servers.
 */
export const openDescriptions = async (
  description: unknown,
  { others = [], files: ownFiles, sourceUrl: ownUrl, ...options }: ImportOptions,
): Promise<OpenedDescriptions> => {
  const yieldIfDue = createYielder()
  const known: Known = { keys: new Set(), addresses: new Set() }
  const open = async (given: NonNullable<ImportOptions['others']>[number]) => {
    const { files, sourceUrl } = given
    const settings: ImportOptions = { ...options, ...(sourceUrl !== undefined && { sourceUrl }) }
    if (files && isJsonObject(given.description)) await bundleFiles(given.description, files)
    const document = openDocument(
      options.correct ? await options.correct(given.description) : given.description,
    )
    const list = readOperations(document)
    const distinct =
      others.length === 0 ? list : tellApart(list, known, addressesIn(document, settings))
    await yieldIfDue()
    return { ...distinct, document, options: settings }
  }
  const opened: OpenedDescriptions = [
    await open({
      description,
      ...(ownFiles && { files: ownFiles }),
      ...(ownUrl !== undefined && { sourceUrl: ownUrl }),
    }),
  ]
  for (const other of others) opened.push(await open(other))
  return opened
}

type Known = { keys: Set<string>; addresses: Set<string> }

/** Operations of another description that have the same key get one with their address. */
const tellApart = (
  list: OperationList,
  { keys, addresses }: Known,
  addressOf: (operation: Operation) => string,
): OperationList => {
  const operations: Operation[] = []
  const unreadable = [...list.unreadable]
  for (const operation of list.operations) {
    const address = addressOf(operation)
    const key = keys.has(operation.key) ? address : operation.key
    if (addresses.has(address))
      unreadable.push({
        operation: operation.key,
        reason: 'An earlier description of the toolkit has it, at the same address',
      })
    else operations.push({ ...operation, key })
    keys.add(key)
    addresses.add(address)
  }
  return { operations, unreadable, total: list.total }
}

/** `METHOD https://host/path`, as a recipe names an operation at another address. */
const addressesIn =
  (document: OpenApiDocument, options: ImportOptions) =>
  ({ method, path, value, item }: Operation): string =>
    `${method} ${readServer(document, [value, item], options).url}${path}`

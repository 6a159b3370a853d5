import type { DescriptionFiles } from './description-files.ts'
import { filesKey, missingFilesKey } from './file-keys.ts'
import { createWalk } from './follow-references.ts'
import { ImportProblem } from './import-problem.ts'
import { isJsonObject, toJsonObject, type JsonObject } from './json-object.ts'
import { isNeverRead } from './members.ts'
import { createFileReader } from './read-files.ts'
import { resolveReference } from './resolve-reference.ts'

/** How many files may lie between the description and one that it needs. */
const maximumDepth = 50

/**
 * Reads the other files that a description needs into it, and makes references to them local.
 *
 * Only what an import reads is followed, so files of examples are not fetched. A file that can't be
 * read is noted, and a reference to it says why when it is resolved. Files may refer to each other
 * in circles. The description is changed in place.
 */
export const bundleFiles = async (root: JsonObject, files: DescriptionFiles): Promise<void> => {
  const reader = createFileReader(root, files)
  const { visit, walk, takeAwaited, visitTargets } = createWalk(files, reader)
  const components = toJsonObject(root.components)
  visit(root.paths, files.main, true)
  visit(components.securitySchemes, files.main, true)
  for (const [name, member] of [...Object.entries(root), ...Object.entries(components)])
    if (!isNeverRead(name) && typeof toJsonObject(member).$ref === 'string')
      visit(member, files.main, name !== 'components')

  for (let depth = 1; ; depth += 1) {
    await walk()
    const awaited = takeAwaited()
    const batch = [...awaited.keys()].filter(reader.isNew)
    if (batch.length === 0) break
    if (depth > maximumDepth)
      reader.giveUp(batch, `it is more than ${maximumDepth} files away from the description`)
    else await reader.readAll(batch)
    for (const [file, targets] of awaited) visitTargets(file, targets)
  }

  if (reader.loaded.size + reader.missing.size === 0) return
  root[filesKey] = Object.fromEntries(reader.loaded)
  root[missingFilesKey] = Object.fromEntries(reader.missing)
  inlineSections(root, root)
  if (isJsonObject(root.components)) inlineSections(root, root.components)
}

/** `paths: {$ref: paths.yaml}`: the sections of a description are read as objects. */
const inlineSections = (root: JsonObject, around: JsonObject): void => {
  for (const [name, member] of Object.entries(around)) {
    if (isNeverRead(name) || typeof toJsonObject(member).$ref !== 'string') continue
    const value = resolveSection(root, member, name)
    // A copy, so that a section that refers to the whole does not become a circle of objects.
    if (isJsonObject(value)) around[name] = { ...value }
  }
}

/** Without its paths there is nothing to import. */
const resolveSection = (root: JsonObject, member: unknown, name: string): unknown => {
  try {
    return resolveReference(root, member).value
  } catch (error) {
    if (name === 'paths' || !(error instanceof ImportProblem)) throw error
    return undefined
  }
}

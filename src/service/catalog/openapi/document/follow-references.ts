import { createYielder } from '../../../platform/create-yielder.ts'
import type { DescriptionFiles } from './description-files.ts'
import { filesKey } from './file-keys.ts'
import { isJsonObject } from './json-object.ts'
import { namesMembers, isNeverRead } from './members.ts'
import type { FileReader } from './read-files.ts'
import { escapeSegment, findAt } from './resolve-reference.ts'

/** `isNames`: the keys of the value are names of its author, and not keywords. */
type Visit = { value: unknown; file: string; isNames: boolean }
type Target = { fragment: string; isNames: boolean }

/**
 * Goes through what an import reads of a description, and makes its references to other files
 * local. `awaited` are the files that have to be read before it goes on.
 */
export const createWalk = (
  { main, nameOf }: DescriptionFiles,
  { contents, missing, locate }: FileReader,
) => {
  const seen = new WeakSet<object>()
  const visits: Visit[] = []
  const awaited = new Map<string, Target[]>()

  const visit = (value: unknown, file: string, isNames: boolean): void => {
    if (typeof value === 'object' && value !== null && !seen.has(value))
      visits.push({ value, file, isNames })
  }

  const visitTarget = (file: string, { fragment, isNames }: Target): void => {
    const { value, through } = findAt(contents.get(file), fragment)
    visit(through ?? value, file, through ? true : isNames)
  }

  const follow = (reference: string, from: string, isNames: boolean): string => {
    const { path, fragment } = splitReference(reference)
    if (fragment !== '' && !fragment.startsWith('/')) {
      missing.set(reference, 'it names an anchor, where only JSON pointers are followed')
      return toPointer(reference, '')
    }
    const file = path === '' ? from : locate(path, from)
    if (file === undefined) return toPointer(path, fragment)
    const target = { fragment, isNames }
    if (contents.has(file)) visitTarget(file, target)
    else awaited.set(file, [...(awaited.get(file) ?? []), target])
    return file === main ? `#${fragment}` : toPointer(nameOf(file), fragment)
  }

  const walk = async (): Promise<void> => {
    const yieldIfDue = createYielder()
    let count = 0
    for (let next = visits.pop(); next; next = visits.pop()) {
      const { value, file, isNames } = next
      if (typeof value !== 'object' || value === null || seen.has(value)) continue
      seen.add(value)
      if (isJsonObject(value) && typeof value.$ref === 'string')
        value.$ref = follow(value.$ref, file, isNames)
      for (const [key, member] of Object.entries(value))
        if (isNames || !isNeverRead(key)) visit(member, file, !isNames && namesMembers(key))
      count += 1
      if (count % 1000 === 0) await yieldIfDue()
    }
  }

  return {
    visit,
    walk,
    /** The files that are awaited, each once. */
    takeAwaited: (): Map<string, Target[]> => {
      const taken = new Map(awaited)
      awaited.clear()
      return taken
    },
    visitTargets: (file: string, targets: Target[]): void => {
      if (contents.has(file)) for (const target of targets) visitTarget(file, target)
    },
  }
}

const splitReference = (reference: string): { path: string; fragment: string } => {
  const hash = reference.indexOf('#')
  return hash < 0
    ? { path: reference, fragment: '' }
    : { path: reference.slice(0, hash), fragment: reference.slice(hash + 1) }
}

const toPointer = (name: string, fragment: string): string =>
  `#/${filesKey}/${escapeSegment(name)}${fragment}`

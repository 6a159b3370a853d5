import { filesKey } from '../document/file-keys.ts'
import { shortHash } from '../slugs/short-hash.ts'

/**
 * The key of a component under `$defs`: its name, `#/components/schemas/Pet` -> `Pet`; for schemas
 * elsewhere the whole path, or the last part of it in another file.
 *
 * A name that has to be changed ends in a hash of its pointer, so two components never share one.
 */
export const definitionName = (pointer: string): string => {
  const path = pointer.replace(/^#\/(components\/schemas\/)?/, '')
  const isComponent = pointer.startsWith('#/components/schemas/') && !path.includes('/')
  const name = nameOf(path).replace(/[^A-Za-z0-9._-]+/g, '_')
  return isComponent && name === path
    ? name
    : `${name.slice(-60)}_${shortHash(pointer).toLowerCase()}`
}

/** `x-files/models~1Pet.yaml` and `x-files/models.yaml/Pet` -> `Pet` */
const nameOf = (path: string): string => {
  const [section, file = '', ...inside] = path.split('/')
  if (section !== filesKey) return path
  return inside.at(-1) ?? file.replace(/^.*~1/, '').replace(/\.[a-z]+$/i, '')
}

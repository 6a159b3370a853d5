import { shortHash } from '../slugs/short-hash.ts'

/**
 * The key of a component under `$defs`: its name, `#/components/schemas/Pet` -> `Pet`; the whole
 * path for schemas elsewhere.
 *
 * A name that has to be changed ends in a hash of its pointer, so two components never share one.
 */
export const definitionName = (pointer: string): string => {
  const path = pointer.replace(/^#\/(components\/schemas\/)?/, '')
  const isComponent = pointer.startsWith('#/components/schemas/') && !path.includes('/')
  const name = path.replace(/[^A-Za-z0-9._-]+/g, '_')
  return isComponent && name === path
    ? name
    : `${name.slice(-60)}_${shortHash(pointer).toLowerCase()}`
}

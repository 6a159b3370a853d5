import type { SchemaIssue } from './compile-schema.ts'

/** Returns the value at a path; undefined if there is none. */
export const valueAt = (value: unknown, path: SchemaIssue['path']): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? Reflect.get(at, step)
        : undefined,
    value,
  )

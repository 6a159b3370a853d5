/** `[User!]!` -> User. */
export const namedType = (type: string): string => type.replaceAll(/[[\]!]/g, '')

export const isNonNull = (type: string): boolean => type.endsWith('!')

/** `[User!]!` -> `[User!]`. */
export const nullableType = (type: string): string => type.replace(/!$/, '')

/** `[User!]!` -> `User!`; undefined when the type is no list. */
export const itemType = (type: string): string | undefined => /^\[(.*)\]!?$/.exec(type)?.[1]

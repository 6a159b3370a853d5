import type { SelectedField } from './graphql-types.ts'

/** `{ id author { name } ... on Issue { title } }` */
export const printSelection = (fields: readonly SelectedField[]): string => {
  const groups = Map.groupBy(fields, ({ on }) => on)
  const parts = [...groups].map(([on, group]) => {
    const text = group.map(printField).join(' ')
    return on === undefined ? text : `... on ${on} { ${text} }`
  })
  return `{ ${parts.join(' ')} }`
}

const printField = ({ name, alias, first, fields }: SelectedField): string =>
  [
    ...(alias === undefined ? [] : [`${alias}:`]),
    first === undefined ? name : `${name}(first: ${first})`,
    ...(fields ? [printSelection(fields)] : []),
  ].join(' ')

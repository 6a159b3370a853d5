import {
  isJsonObject,
  toJsonObject,
  toText,
  type JsonObject,
} from '../openapi/document/json-object.ts'

export type Method = {
  /** `gmail.users.messages.send`, or the names that lead to it. */
  id: string
  /** The first resource on the way to it. */
  tag: string
  value: JsonObject
}

/** The methods of all resources, in the order of the document. */
export const listMethods = (discovery: JsonObject): Method[] => {
  const methods: Method[] = []
  const visit = (resource: JsonObject, path: string[]): void => {
    for (const [name, value] of Object.entries(toJsonObject(resource.methods)))
      if (isJsonObject(value))
        methods.push({
          id: toText(value.id) || [...path, name].join('.'),
          tag: path[0] ?? '',
          value,
        })
    for (const [name, inner] of Object.entries(toJsonObject(resource.resources)))
      visit(toJsonObject(inner), [...path, name])
  }
  visit(discovery, [])
  return methods
}

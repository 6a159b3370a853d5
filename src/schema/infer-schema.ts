import type { JsonObject } from './json-schema.ts'

declare const typed: unique symbol

/**
 * A JSON Schema whose type the compiler is told instead of deriving it.
 *
 * @example
 * const issue = toZodObject<TypedSchema<{ title: string }>>({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } })
 */
export type TypedSchema<Type> = JsonObject & { readonly [typed]?: (() => Type) | undefined }

/** The type of a `TypedSchema`; never for any other. */
export type TypeOfTyped<Schema> = typeof typed extends keyof Schema
  ? Schema extends { readonly [typed]?: (() => infer Type) | undefined }
    ? Type
    : never
  : never

/**
 * The type of the values that a JSON Schema accepts, if the schema is a literal; otherwise a record
 * of anything.
 *
 * Follows the rules of `toTypeScript`: what types cannot express is omitted, so the type accepts at
 * least what the schema accepts. Beyond a depth of some 16 levels, or 4 references within each
 * other, the type is unknown.
 *
 * @example
 * type Issue = FromSchema<{ type: 'object'; required: ['title']; properties: { title: { type: 'string' } } }> // { title: string }
 */
export type FromSchema<Schema> = typeof typed extends keyof Schema
  ? TypeOfTyped<Schema>
  : IsWide<Schema> extends true
    ? Record<string, unknown>
    : TypeAt<Schema, Schema, []>

/** A schema that was not written in place, or that lost its literals in a variable. */
export type IsWide<Schema> = JsonObject extends Schema
  ? true
  : Schema extends { type: infer Type }
    ? IsWideText<Type>
    : false

type IsWideText<Type> = string extends (Type extends readonly (infer Each)[] ? Each : Type)
  ? true
  : false

/** A place in the schema; the number of members of `Depth` is how deep it is. */
export type TypeAt<Schema, Root, Depth extends readonly 1[]> = Depth['length'] extends TooDeep
  ? unknown
  : Schema extends false
    ? never
    : Schema extends object
      ? OrNull<
          Schema,
          OwnType<Schema, Root, Depth> &
            Referred<Schema, Root, Depth> &
            Alternatives<Schema, 'anyOf', Root, Depth> &
            Alternatives<Schema, 'oneOf', Root, Depth> &
            Together<Schema, Root, Depth>
        >
      : unknown

/** References count for four levels, and may begin at any of them. */
type TooDeep = 16 | 17 | 18 | 19

type OrNull<Schema, Type> = Schema extends { nullable: true } ? Type | null : Type

type OwnType<Schema, Root, Depth extends readonly 1[]> = Schema extends { const: infer Value }
  ? Writable<Value>
  : Schema extends { enum: readonly (infer Value)[] }
    ? Writable<Value>
    : Schema extends { type: infer Type }
      ? IsWideText<Type> extends true
        ? unknown
        : OfType<Type extends readonly (infer Each)[] ? Each : Type, Schema, Root, Depth>
      : Schema extends { properties: unknown } | { required: unknown }
        ? ObjectType<Schema, Root, Depth>
        : Schema extends { items: unknown } | { prefixItems: unknown }
          ? ListType<Schema, Root, Depth>
          : unknown

type Writable<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Writable<Value[Name]> }
  : Value

type OfType<Type, Schema, Root, Depth extends readonly 1[]> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? Schema extends { format: 'int64' | 'uint64' }
      ? number | string
      : number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? ListType<Schema, Root, Depth>
          : Type extends 'object'
            ? ObjectType<Schema, Root, Depth>
            : unknown

type ListType<Schema, Root, Depth extends readonly 1[]> = Schema extends {
  prefixItems: unknown
}
  ? unknown[]
  : Schema extends { items: infer Items }
    ? Items extends readonly unknown[]
      ? unknown[]
      : TypeAt<Items, Root, [...Depth, 1]>[]
    : unknown[]

type ObjectType<Schema, Root, Depth extends readonly 1[]> =
  HasMembers<Schema> extends true
    ? Flat<
        Properties<Schema, Root, Depth> & {
          [Name in Exclude<RequiredOf<Schema>, keyof PropertiesOf<Schema>>]: unknown
        } & (HasOthers<Schema> extends true ? { [name: string]: unknown } : unknown)
      >
    : Schema extends { additionalProperties: false } | { maxProperties: 0 }
      ? Record<string, never>
      : Schema extends { additionalProperties: infer Others }
        ? Record<string, TypeAt<Others, Root, [...Depth, 1]>>
        : // Next to a union of objects it would make every name valid.
          Schema extends
              | { anyOf: unknown }
              | { oneOf: unknown }
              | { allOf: unknown }
              | { $ref: unknown }
          ? unknown
          : Record<string, unknown>

type HasMembers<Schema> = [keyof PropertiesOf<Schema> | RequiredOf<Schema>] extends [never]
  ? false
  : true

type HasOthers<Schema> = Schema extends { patternProperties: object }
  ? true
  : Schema extends { additionalProperties: infer Others }
    ? Others extends false
      ? false
      : true
    : false

type Properties<Schema, Root, Depth extends readonly 1[]> = {
  -readonly [
    Name in keyof PropertiesOf<Schema> as Name extends RequiredOf<Schema> ? Name : never
  ]: TypeAt<PropertiesOf<Schema>[Name], Root, [...Depth, 1]>
} & {
  -readonly [
    Name in keyof PropertiesOf<Schema> as Name extends RequiredOf<Schema> ? never : Name
  ]?: TypeAt<PropertiesOf<Schema>[Name], Root, [...Depth, 1]>
}

type PropertiesOf<Schema> = Schema extends { properties: infer Members extends object }
  ? Members
  : {}

/** The names that a schema requires; none if its list is not a literal. */
export type RequiredOf<Schema> = Schema extends { required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never

type Flat<Type> = { [Name in keyof Type]: Type[Name] }

type Alternatives<
  Schema,
  Keyword extends string,
  Root,
  Depth extends readonly 1[],
> = Schema extends { [Name in Keyword]: readonly [infer First, ...infer Others] }
  ? TypeAt<First, Root, [...Depth, 1]> | EachOf<Others, Root, [...Depth, 1]>
  : unknown

type EachOf<Schemas extends readonly unknown[], Root, Depth extends readonly 1[]> = {
  [Index in keyof Schemas]: TypeAt<Schemas[Index], Root, Depth>
}[number]

type Together<Schema, Root, Depth extends readonly 1[]> = Schema extends {
  allOf: readonly [infer First, ...infer Others]
}
  ? TypeAt<First, Root, [...Depth, 1]> & Together<{ allOf: Others }, Root, Depth>
  : unknown

type Referred<Schema, Root, Depth extends readonly 1[]> = Schema extends { $ref: infer Reference }
  ? Reference extends '#'
    ? TypeAt<Root, Root, [...Depth, 1, 1, 1, 1]>
    : Reference extends `#/${infer Path}`
      ? TypeAt<At<Root, Path>, Root, [...Depth, 1, 1, 1, 1]>
      : unknown
  : unknown

/** `true`, which accepts anything, where the path leads nowhere. */
type At<Value, Path extends string> = Path extends `${infer Name}/${infer Rest}`
  ? Name extends keyof Value
    ? At<Value[Name], Rest>
    : true
  : Path extends keyof Value
    ? Value[Path]
    : true

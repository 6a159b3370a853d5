// `from-zod.ts` stands apart: it loads the converter of zod 3 schemas, which only custom tools need.
export { cloneSchema } from './clone-schema.ts'
export { compileSchema, type SchemaIssue, type Validation, type Validator } from './compile-schema.ts'
export { describeIssues } from './describe-issues.ts'
export type { Draft, JsonSchema, SchemaOptions } from './json-schema.ts'
export { toZod } from './to-zod.ts'

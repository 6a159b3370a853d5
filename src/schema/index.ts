// `from-zod.ts` is not exported here: it loads the zod 3 converter, which only custom tools need.
export { applyDefaults } from './apply-defaults.ts'
export { cloneSchema } from './clone-schema.ts'
export {
  compileSchema,
  type SchemaIssue,
  type Validation,
  type Validator,
} from './compile-schema.ts'
export { describeIssues } from './describe-issues.ts'
export type { Draft, JsonSchema, SchemaOptions } from './json-schema.ts'
export { applyProfile } from './profiles/apply-profile.ts'
export type {
  ChangeKind,
  ProfiledSchema,
  ProfileName,
  SchemaChange,
} from './profiles/profiled-schema.ts'
export { parseStringified, type ParsedValue } from './parse-stringified.ts'
export { profileTool, type ProfiledTool } from './profiles/profile-tool.ts'
export { createToolNames, fromToolName, toToolName, type ToolNames } from './tool-names.ts'
export { toZod } from './to-zod.ts'
export type { FromSchema, TypedSchema } from './infer-schema.ts'
export { toZodObject, type ShapeOf, type ZodObjectFrom, type ZodObjectOf } from './to-zod-object.ts'
export { toTypeScript, type TypeText } from './typescript/to-typescript.ts'

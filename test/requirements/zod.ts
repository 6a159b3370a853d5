import type { Requirement } from '../requirements.ts'

/** What JSON Schemas and the schemas of other libraries become of each other. */
export const zod = {
  'zod.original': {
    source: 'product',
    says: 'toZod judges as the JSON Schema does, but for integers as texts that no number holds exactly, returns values unchanged, and gives the original back through z.toJSONSchema, fresh each time',
  },
  'zod.codes': {
    source: 'product',
    says: "Issues have zod's code of their kind with its limits, formats and values, and the same message as the validator's",
  },
  'generate.zod': {
    source: 'product',
    says: 'What `generate zod` writes has the schema and the verdict of the tools',
  },
  'generate.hostile': {
    source: 'product',
    says: 'No slug, description, version or schema leaves its place in generated code, and what is generated compiles',
  },
  'zod.lazy': {
    source: 'product',
    says: 'Conversions compile nothing before the first parse, and then as far as a value goes, whatever that refers to; equal schemas share what is compiled, in a bounded cache',
  },
  'zod.object.tree': {
    source: 'product',
    says: 'toZodObject is a tree of the zod kinds one expects, with descriptions and notes, and goes round where the schema does',
  },
  'zod.object.verdict': {
    source: 'product',
    says: 'Every type in that tree judges as its JSON Schema does, and values keep all that they hold',
  },
  'zod.object.changed': {
    source: 'product',
    says: 'Properties added keep what the schema says; with one gone or replaced each property keeps its own checks, and rules across properties no longer count',
  },
  'zod.object.json-schema': {
    source: 'product',
    says: 'The tree says its JSON Schema: the original, or what was made of it',
  },
  'zod.from.kinds': {
    source: 'product',
    says: 'No kind of zod 3 or zod 4 type becomes a schema that silently accepts anything, wherever it stands',
  },
  'zod.from.standard': {
    source: 'product',
    says: 'A Standard Schema that tells its JSON Schema describes the input of a custom tool, which is parsed by it, waiting where it waits',
  },
} satisfies Record<string, Requirement>

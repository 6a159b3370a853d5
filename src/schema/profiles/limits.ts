import type { NameRule } from '../name-code.ts'

export type FamilyName = 'openai-strict' | 'openai' | 'anthropic' | 'gemini'

/** The limits of a model family for tools, as documented or observed. */
export type FamilyLimits = {
  toolName: NameRule
  /** Absent: any name. */
  propertyName?: NameRule
  /** Maximum length of a tool's description. Absent: no known limit. */
  descriptionLength?: number
  /** The keywords that a schema may have. Absent: all of 2020-12. */
  keywords?: ReadonlySet<string>
  formats?: ReadonlySet<string>
  /** Types of the values of an `enum`. */
  enumTypes?: ReadonlySet<string>
  size?: SizeLimits
  sources: readonly Source[]
}

export type SizeLimits = {
  /** In all objects together. */
  properties: number
  /** Nesting of objects and arrays, including the root. */
  depth: number
  /** Characters of all property names, definition names and enum values. */
  textLength: number
  /** In all enums together. */
  enumValues: number
  /** The maximum total characters of an enum of strings with more values than `values`. */
  longEnum: { values: number; textLength: number }
}

type Source = { says: string; page: string; seen: string }

const seen = '2026-11-21'
const openaiGuide = 'https://developers.openai.com/api/docs/guides/structured-outputs'
const geminiReference =
  'https://github.com/googleapis/googleapis/tree/master/google/ai/generativelanguage/v1beta'

const anyFirst: NameRule = { character: /^[a-zA-Z0-9_-]/, first: /^[a-zA-Z0-9_-]/, separator: '-' }

/**
 * More than 1,024 was rejected in 2025 and still is on Azure; elsewhere the limit seems to be gone,
 * but one description that is too long fails the whole request.
 */
const openaiTool = { toolName: anyFirst, descriptionLength: 1024 }

const openaiToolSources: readonly Source[] = [
  {
    says: 'Tool names have a-z, A-Z, 0-9, _ and -, at most 64',
    page: 'openai 7.55.0, resources/shared.d.ts, FunctionDefinition',
    seen,
  },
  {
    says: 'A description of a tool above 1,024 characters is rejected (string_above_max_length)',
    page: 'https://github.com/getsentry/sentry-mcp/issues/106',
    seen,
  },
  {
    says: 'The root has type object and no oneOf, anyOf, allOf, enum or not',
    page: 'https://github.com/langchain-ai/langchainjs/issues/9804',
    seen,
  },
]

export const limits: Readonly<Record<FamilyName, FamilyLimits>> = {
  'openai-strict': {
    ...openaiTool,
    keywords: new Set([
      'type',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'anyOf',
      'enum',
      '$ref',
      '$defs',
      'title',
      'description',
      'pattern',
      'format',
      'multipleOf',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'minItems',
      'maxItems',
    ]),
    formats: new Set([
      'date-time',
      'time',
      'date',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uuid',
    ]),
    enumTypes: new Set(['string', 'number', 'integer', 'boolean', 'null']),
    size: {
      properties: 5000,
      depth: 10,
      textLength: 120_000,
      enumValues: 1000,
      longEnum: { values: 250, textLength: 15_000 },
    },
    sources: [
      ...openaiToolSources,
      {
        says: 'All properties are required and additionalProperties is false; the root is an object, not an anyOf; definitions and recursion are supported',
        page: openaiGuide,
        seen,
      },
      { says: 'Supported keywords and formats', page: openaiGuide, seen },
      {
        says: '5,000 properties, 10 levels, 120,000 characters of names and enum values, 1,000 enum values, 15,000 characters in an enum of more than 250',
        page: openaiGuide,
        seen,
      },
      {
        says: 'No keyword may be next to $ref',
        page: 'https://github.com/langchain-ai/langchainjs/issues/11381',
        seen,
      },
    ],
  },
  openai: { ...openaiTool, sources: openaiToolSources },
  anthropic: {
    toolName: anyFirst,
    propertyName: { character: /^[a-zA-Z0-9_.-]/, first: /^[a-zA-Z0-9_.-]/, separator: '-' },
    sources: [
      {
        says: 'Tool names fit ^[a-zA-Z0-9_-]{1,64}$',
        page: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
        seen,
      },
      {
        says: 'Property names fit ^[a-zA-Z0-9_.-]{1,64}$; one that does not fails the whole request',
        page: 'https://github.com/ComposioHQ/composio/issues/3500',
        seen,
      },
      {
        says: 'The root has no oneOf, anyOf or allOf, and properties have those names',
        page: 'https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes',
        seen,
      },
      {
        says: 'The schema is valid JSON Schema 2020-12',
        page: 'https://github.com/anthropics/claude-code/issues/1690',
        seen,
      },
      // Why this profile is never strict: the limits apply to all tools of a request together.
      {
        says: 'strict: true allows 20 tools, 24 optional and 16 union parameters in a whole request',
        page: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs',
        seen,
      },
    ],
  },
  gemini: {
    toolName: { character: /^[a-zA-Z0-9_-]/, first: /^[a-zA-Z_]/, separator: '-' },
    propertyName: { character: /^[a-zA-Z0-9_]/, first: /^[a-zA-Z_]/, separator: '_' },
    keywords: new Set([
      'type',
      'format',
      'title',
      'description',
      'enum',
      'items',
      'prefixItems',
      'minItems',
      'maxItems',
      'minimum',
      'maximum',
      'anyOf',
      'properties',
      'additionalProperties',
      'required',
    ]),
    formats: new Set(['date-time', 'date', 'time']),
    enumTypes: new Set(['string', 'number', 'integer']),
    sources: [
      {
        says: 'Tool names begin with a letter or _, have a-z, A-Z, 0-9, _, . and -, at most 64',
        page: 'https://github.com/google-gemini/gemini-cli/issues/2966',
        seen,
      },
      {
        says: 'Parameter names begin with a letter or _, have a-z, A-Z, 0-9 and _, at most 64',
        page: 'googleapis on npm, aiplatform v1beta1, FunctionDeclaration.parameters',
        seen,
      },
      {
        says: 'Supported keywords of a JSON Schema; enum for strings and numbers; recursion only to a limited depth',
        page: geminiReference,
        seen,
      },
      {
        says: 'The guide lists the formats date-time, date and time',
        page: 'https://ai.google.dev/gemini-api/docs/structured-output',
        seen,
      },
      {
        says: 'A $ref with other fields next to it is rejected, and so is one to $defs in some places: references are always inlined',
        page: 'https://github.com/anomalyco/opencode/issues/12295',
        seen,
      },
      {
        says: 'An array without items is rejected',
        page: 'https://github.com/cline/cline/issues/7339',
        seen,
      },
    ],
  },
}

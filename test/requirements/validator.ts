import type { Requirement } from '../requirements.ts'

export const validator = {
  'schema.hints': {
    source: 'product',
    says: 'A message about invalid arguments names what was probably meant and the offending value, bounded, without secrets and hidden characters',
  },
  'validator.official-suite': {
    source: 'product',
    says: 'Of the official suite of JSON Schema at least 98.5 % hold with its documents and 96.5 % without; each test that fails is listed with its reason',
  },
  'validator.formats': {
    source: 'product',
    says: 'date, date-time, time, duration, email, hostname, ipv4, ipv6, uri, uuid, idn-email, idn-hostname and iri are asserted; other formats are ignored with a warning',
  },
  'validator.patterns.bounded': {
    source: 'product',
    says: 'No pattern and no text make a validation hang: the work is bounded, and what is over the bound is refused, or ignored with a warning when no text could be checked',
  },
  'validator.patterns.exact': {
    source: 'product',
    says: 'A pattern means the same whether the platform judges it or the bounded matcher',
  },
  'validator.oracles': {
    source: 'product',
    says: 'Verdicts agree with those of ajv and @cfworker/json-schema on generated schemas and values, and with ajv on real schemas',
  },
  'validator.explains': {
    source: 'product',
    says: 'A refused value has at least one issue, at a place that exists or is missing, and an accepted one has none',
  },
  'validator.bounded': {
    source: 'product',
    says: 'Depth and size of values and schemas are bounded: references that fan out, long enums and large unique lists end',
  },
  'validator.untouched': {
    source: 'product',
    says: 'Validation changes neither the value nor the schema',
  },
  'validator.defaults': {
    source: 'product',
    says: 'Defaults are filled in by applyDefaults, into a copy, and never by validation',
  },
} satisfies Record<string, Requirement>

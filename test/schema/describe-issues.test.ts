import { describe, expect, it } from 'vitest'
import { compileSchema, describeIssues, type JsonSchema } from '../../src/schema/index.ts'

const explain = (schema: JsonSchema, value: unknown): string[] => {
  const validation = compileSchema(schema).validate(value)
  return validation.ok ? [] : describeIssues(validation.issues)
}

describe('describeIssues', () => {
  it('names the place, what was expected and what came', () => {
    const schema = {
      type: 'object',
      properties: {
        repository: { type: 'object', required: ['owner'] },
        state: { enum: ['open', 'closed'] },
        labels: { type: 'array', items: { type: 'string' } },
      },
      additionalProperties: false,
    }

    expect(
      explain(schema, { repository: {}, state: 'opened', labels: ['a', 'b', 3], assignee: 'me' }),
    ).toEqual([
      '`repository.owner` is required',
      '`state` must be one of "open", "closed"; got "opened"',
      '`labels[2]` must be a string; got number',
      '`assignee` is not allowed here; allowed: repository, state, labels',
    ])
  })

  it('names the argument that an unknown one belongs in', () => {
    const schema = {
      type: 'object',
      properties: {
        trace: { type: 'string' },
        body: { $ref: '#/$defs/Email' },
        from: { type: 'object', properties: { shared: {} } },
        to: { type: 'object', properties: { shared: {} } },
      },
      additionalProperties: false,
      $defs: {
        Email: { allOf: [{ type: 'object', properties: { subject: {}, text: {} } }] },
      },
    }
    const value = { subject: 'hi', text: 'hello', shared: 1, other: 1 }
    const verdict = compileSchema(schema).validate(value)

    expect(verdict.ok ? [] : describeIssues(verdict.issues, { value, schema })).toEqual([
      '`subject` belongs in `body`',
      '`text` belongs in `body`',
      '`shared` is not allowed here; allowed: trace, body, from, to',
      '`other` is not allowed here; allowed: trace, body, from, to',
    ])
  })

  it('names the argument that is titled with the unknown name', () => {
    const schema = {
      type: 'object',
      properties: {
        argument_89m62z: { type: 'string', title: '名前' },
        gro_e: { type: 'integer', title: 'größe: Size' },
        one: { title: 'Both' },
        two: { title: 'Both' },
        parent: { type: 'object', properties: { größe: {} } },
      },
      additionalProperties: false,
    }
    const value = { 名前: 'x', ['größe'.normalize('NFD')]: 1, Both: 1 }
    const verdict = compileSchema(schema).validate(value)

    expect(verdict.ok ? [] : describeIssues(verdict.issues, { value, schema })).toEqual([
      '`名前` is called `argument_89m62z` here',
      expect.stringMatching(/ is called `gro_e` here$/),
      expect.stringContaining('is not allowed here'),
    ])
  })

  it('writes names that are no identifiers in quotes, and says the same thing once', () => {
    const issue = { path: ['a', 0, 'b c', 'd'], keyword: 'required', message: 'is required' }

    expect(describeIssues([issue, issue])).toEqual(['`a[0]["b c"].d` is required'])
  })

  it('keeps long values and long lists short', () => {
    expect(explain({ const: 'a' }, 'x'.repeat(10_000))[0]?.length).toBeLessThan(120)
    expect(explain({ enum: Array.from({ length: 500 }, (_, index) => index) }, 'x')[0]).toMatch(
      /28, 29, 470 more; got "x"$/,
    )
  })

  const shapes = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
        required: ['kind', 'radius'],
      },
      {
        type: 'object',
        properties: { kind: { enum: ['square'] }, side: { type: 'number' } },
        required: ['kind', 'side'],
      },
      { type: 'null' },
    ],
  }

  it('speaks of the alternative that was meant', () => {
    expect(explain(shapes, { kind: 'square', side: 'long' })).toEqual([
      '`side` must be a number; got string',
    ])
    expect(explain({ properties: { shape: shapes } }, { shape: { kind: 'circle' } })).toEqual([
      '`shape.radius` is required',
    ])
    expect(explain({ anyOf: [{ type: 'string', minLength: 3 }, { type: 'array' }] }, 'a')).toEqual([
      'The value must have at least 3 characters; got 1',
    ])
  })

  it('joins what alternatives expect when none was meant', () => {
    expect(explain(shapes, { kind: 'star' })).toEqual([
      '`kind` must be one of "circle", "square"; got "star"',
    ])
    expect(
      explain({ anyOf: [{ type: 'string' }, { type: 'array' }, { type: 'null' }] }, 1),
    ).toEqual(['The value must be a string, an array or null; got number'])
    expect(
      explain(
        { anyOf: [{ enum: ['a', 'b'] }, { anyOf: [{ const: 'c' }, { type: 'null' }] }] },
        'x',
      ),
    ).toEqual(['The value must be one of "a", "b", "c", null; got "x"'])
  })
})

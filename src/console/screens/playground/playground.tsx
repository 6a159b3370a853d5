import { useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { copyTexts } from '../../api/copy-texts.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { CopyAs } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Facts, Loading, Page } from '../../ui/page.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { Rules } from './rules.tsx'
import { RunTool } from './run-tool.tsx'

/** Tools in a session, as an agent would find and call them: `?session=…&search=…&tool=…`. */
export const Playground = () => {
  const { query, setQuery } = useQuery()
  const { session, tool } = query
  const isChat = query['view'] === 'chat'
  return (
    <Page
      title="Playground"
      actions={
        session && (
          <button
            type="button"
            onClick={() => setQuery({ session: undefined, search: undefined, tool: undefined })}
          >
            <Icon name="plus" /> New session
          </button>
        )
      }
    >
      {session ? (
        <>
          <Session id={session} />
          <div class="choices" role="group" aria-label="What to do">
            <button
              type="button"
              aria-pressed={!isChat}
              onClick={() => setQuery({ view: undefined })}
            >
              Call tools
            </button>
            <button type="button" aria-pressed={isChat} onClick={() => setQuery({ view: 'chat' })}>
              Chat with a model
            </button>
          </div>
          {isChat ? (
            <LoadedChat key={session} session={session} />
          ) : (
            <>
              <Search key={session} id={session} />
              {tool && <RunTool key={`${session} ${tool}`} session={session} tool={tool} />}
            </>
          )}
        </>
      ) : (
        <Rules />
      )}
    </Page>
  )
}

/** Loaded when somebody chats. */
const LoadedChat = ({ session }: { session: string }) => {
  const { value, error } = useData(async () => await import('./chat.tsx'), [])
  if (!value) return error === undefined ? <Loading /> : <ErrorBox error={error} />
  return <value.Chat session={session} />
}

const Session = ({ id }: { id: string }) => {
  const { value, error, reload } = useData(
    (signal) => client.sessions.get({ params: { session_id: id } }, { signal }),
    [id],
  )
  return (
    <>
      <ErrorBox error={error} retry={reload} />
      {value && (
        <Facts
          of={[
            ['Session', <a href={toPage('logs', { session: id })}>{id}</a>],
            ['User', value.config.user_id],
            ['Toolkits', toText(value.config.toolkits)],
            ['Tools', toText(value.config.tools)],
            ['Hints', toText(value.config.tags)],
          ]}
        />
      )}
    </>
  )
}

const toText = (rule: unknown) =>
  rule === undefined ? undefined : <code>{JSON.stringify(rule)}</code>

const Search = ({ id }: { id: string }) => {
  const { query, setQuery } = useQuery()
  const { search = '' } = query
  const [text, setText] = useState(search)
  return (
    <>
      <h2>Find a tool</h2>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ search: text.trim(), tool: undefined })
        }}
      >
        <label>
          <span>What should be done?</span>
          <input
            type="search"
            value={text}
            maxLength={4000}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit">
          <Icon name="search" /> Search
        </button>
      </form>
      {search && <Found id={id} search={search} />}
    </>
  )
}

const Found = ({ id, search }: { id: string; search: string }) => {
  const { query, setQuery } = useQuery()
  const input = {
    params: { session_id: id },
    body: { queries: [{ use_case: search }], explain: true },
  }
  const { value, error, reload } = useData(
    (signal) => client.sessions.search(input, { signal }),
    [id, search],
  )
  const result = value?.results[0]
  const slugs = [...(result?.primary_tool_slugs ?? []), ...(result?.related_tool_slugs ?? [])]
  return (
    <>
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {result?.error && <p role="alert">{result.error}</p>}
      {result?.fits === false && slugs.length > 0 && (
        <p class="quiet">No tool surely does it: these are the nearest.</p>
      )}
      {value && slugs.length === 0 && (
        <p class="quiet">The session has no tool for this. Its rules decide which tools it has.</p>
      )}
      <ol class="stream" aria-label="Tools found">
        {slugs.map((slug) => (
          <li key={slug}>
            <button
              type="button"
              aria-pressed={query['tool'] === slug}
              onClick={() => setQuery({ tool: slug })}
            >
              {slug}
            </button>
            <span class="what clipped">{value?.tool_schemas[slug]?.description ?? ''}</span>
            <Why of={result?.explanations?.find(({ tool_slug }) => tool_slug === slug)} />
          </li>
        ))}
      </ol>
      {value && <CopyAs {...copyTexts('sessions', 'search', input)} />}
    </>
  )
}

type Answer = Awaited<ReturnType<typeof client.sessions.search>>
type Explanation = NonNullable<Answer['results'][number]['explanations']>[number]

/** Why a tool has its rank. */
const Why = ({ of }: { of: Explanation | undefined }) =>
  of === undefined ? null : (
    <details class="detail">
      <summary>Score {of.score.toFixed(2)}</summary>
      <ul>
        {of.words.map(({ word, for: reasons, fields, score }) => (
          <li key={word}>
            <code>{word}</code>
            {reasons && ` for ${reasons.join(', ')}`} in {fields.join(', ')}: {score.toFixed(2)}
          </li>
        ))}
        {Object.entries(of.signals ?? {}).map(([name, value]) => (
          <li key={name}>
            {name}: {value.toFixed(2)}
          </li>
        ))}
        {of.learned !== undefined && <li>earlier choices: {of.learned.toFixed(2)}</li>}
      </ul>
    </details>
  )

import { useMemo, useRef, useState } from 'preact/hooks'
import { findChatModel } from '../../api/chat.ts'
import { toPage } from '../../api/current-project.ts'
import { useData } from '../../api/use-data.ts'
import { Status } from '../../ui/badge.tsx'
import { Code } from '../../ui/copy.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Icon } from '../../ui/icon.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Empty, Loading } from '../../ui/page.tsx'
import { createConversation, type Approval, type Turn } from './conversation.ts'

/** A conversation with the model of the service, whose calls run in the session. */
export const Chat = ({ session }: { session: string }) => {
  const { value, error, reload } = useData(findChatModel, [])
  return (
    <section aria-label="Chat">
      <h2>Chat with a model</h2>
      <ErrorBox error={error} retry={reload} />
      {!value && error === undefined && <Loading />}
      {value?.model === null && (
        <Empty
          title="No model is configured"
          command="PLUGBOARD_CHAT_MODEL=openai/gpt-5-mini PLUGBOARD_CHAT_KEY=<key> npx plugboard dev"
        >
          <p>
            The service asks the model with a key of its own, which no browser gets. Models of{' '}
            <code>openai</code>, <code>anthropic</code> and <code>google</code> can be named, and
            with <code>PLUGBOARD_CHAT_URL</code> those of another server of such a kind.
          </p>
        </Empty>
      )}
      {value?.model && value.install !== null && (
        <>
          <p role="alert">
            {value.model} is configured, and the packages to chat with it are not installed. Install
            them where the service runs:
          </p>
          <Code text={value.install} what="command" />
        </>
      )}
      {value?.model && value.install === null && <Open session={session} model={value.model} />}
    </section>
  )
}

const Open = ({ session, model }: { session: string; model: string }) => {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [usage, setUsage] = useState({ input: 0, output: 0 })
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>(undefined)
  const running = useRef<AbortController>(undefined)
  const [isRunning, setIsRunning] = useState(false)
  const conversation = useMemo(
    () =>
      createConversation(session, (shown, used) => {
        setTurns(shown)
        setUsage(used)
      }),
    [session],
  )
  const say = async () => {
    const said = text.trim()
    if (said === '' || isRunning) return
    const own = new AbortController()
    running.current = own
    setText('')
    setError(undefined)
    setIsRunning(true)
    await conversation.say(said, own.signal).catch((thrown: unknown) => {
      if (!own.signal.aborted) setError(thrown)
    })
    setIsRunning(false)
  }
  return (
    <>
      <p class="quiet">
        {model} has the meta tools of this session, and the tools that it finds with them.{' '}
        {usage.input + usage.output > 0 &&
          `${(usage.input + usage.output).toLocaleString('en')} tokens so far.`}
      </p>
      <ol class="chat" aria-label="Conversation" aria-live="polite">
        {turns.map((turn, index) => (
          <li key={index} class={turn.kind}>
            {turn.kind === 'call' ? <Call turn={turn} /> : <Said turn={turn} />}
          </li>
        ))}
      </ol>
      {isRunning && (
        <p class="quiet" role="status">
          {turns.some((turn) => turn.kind === 'call' && turn.approval)
            ? 'Waiting for your decision…'
            : 'Working…'}
        </p>
      )}
      <ErrorBox error={error} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void say()
        }}
      >
        <label class="field">
          <span>Message</span>
          <textarea
            rows={3}
            value={text}
            maxLength={20_000}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
              event.preventDefault()
              void say()
            }}
          />
        </label>
        <div class="actions">
          <button type="submit" class="primary" disabled={isRunning || text.trim() === ''}>
            <Icon name="message" /> Send
          </button>
          {isRunning && (
            <button type="button" onClick={() => running.current?.abort()}>
              Stop
            </button>
          )}
        </div>
      </form>
    </>
  )
}

const Said = ({ turn }: { turn: Extract<Turn, { text: string }> }) => (
  <>
    <strong>{turn.kind === 'user' ? 'You' : 'Model'}</strong>
    <p>{turn.text}</p>
  </>
)

const Call = ({ turn }: { turn: Extract<Turn, { kind: 'call' }> }) => {
  const { call, answer, approval, error } = turn
  const state = approval
    ? 'pending'
    : answer
      ? outcomeOf(answer.error)
      : error
        ? 'error'
        : 'running'
  return (
    <>
      <details open={approval !== undefined}>
        <summary>
          <Icon name="play" /> <code>{call.slug}</code> <Status of={state} />
        </summary>
        <JsonView value={call.arguments} label={`arguments of ${call.slug}`} />
        {answer && !approval && (
          <>
            {answer.error !== null && <p>{answer.error}</p>}
            <JsonView value={answer.data} label={`answer of ${call.slug}`} />
            {answer.log_id && <a href={toPage(`logs/${answer.log_id}`)}>{answer.log_id}</a>}
          </>
        )}
      </details>
      {approval && <Decide slug={call.slug} approval={approval} />}
    </>
  )
}

const outcomeOf = (error: string | null): string => (error === null ? 'success' : 'error')

const Decide = ({ slug, approval }: { slug: string; approval: Approval }) => {
  const [isDecided, setIsDecided] = useState(false)
  const button = (decision: 'approve' | 'deny', text: string, look: string) => (
    <button
      type="button"
      class={look}
      disabled={isDecided}
      aria-label={`${text} ${slug}`}
      onClick={() => {
        setIsDecided(true)
        approval.decide(decision)
      }}
    >
      {text}
    </button>
  )
  return (
    <div class="actions" role="group" aria-label={`Decide on ${slug}`}>
      <span>A person must approve this call.</span>
      {button('approve', 'Approve', 'primary')}
      {button('deny', 'Deny', '')}
    </div>
  )
}

'use client'

import { useState } from 'react'
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai'

/** A part of a message: text, or a tool call that may wait for a decision. */
const Part = ({ part, respond }) => {
  if (part.type === 'text') return <p>{part.text}</p>
  if (part.type !== 'dynamic-tool' && !part.type.startsWith('tool-')) return null
  if (part.state !== 'approval-requested') return <p>{`Tool: ${part.state}`}</p>
  return (
    <fieldset>
      <legend>May I?</legend>
      <pre>{JSON.stringify(part.input)}</pre>
      <button onClick={() => respond({ id: part.approval.id, approved: true })}>Approve</button>
      <button onClick={() => respond({ id: part.approval.id, approved: false })}>Deny</button>
    </fieldset>
  )
}

export default function Page() {
  const [text, setText] = useState('')
  const { messages, sendMessage, addToolApprovalResponse, error } = useChat({
    transport: new DefaultChatTransport({ api: '/api/chat' }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  const submit = (event) => {
    event.preventDefault()
    sendMessage({ text })
    setText('')
  }
  return (
    <main>
      <h1>Caretaker</h1>
      {messages.map((message) => (
        <section key={message.id} aria-label={message.role}>
          {message.parts.map((part, index) => (
            <Part key={index} part={part} respond={addToolApprovalResponse} />
          ))}
        </section>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={submit}>
        <input
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button>Send</button>
      </form>
    </main>
  )
}

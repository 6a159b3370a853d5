import { createApi, RequestError, type Api, type Connection, type ConnectionLink } from './api.ts'
import { findByKey, h, replaceTree } from './dom.ts'
import { openWindow } from './open-window.ts'
import { initialState, nameOf, type Actions, type State } from './state.ts'
import { styles } from './styles.ts'
import { chooseLanguage, fill, languages, type Texts } from './texts/index.ts'
import { view } from './view.ts'

/** What the element announces, with what it says of it. */
export type ConnectionEvents = {
  'plugboard-loaded': {
    project: {
      name: string | null
      logo_url: string | null
      accent_color: string | null
      page_theme: 'system' | 'light' | 'dark'
    }
    user: { name: string }
  }
  'plugboard-connected': { id: string; toolkit: string }
  'plugboard-disconnected': { id: string; toolkit: string }
  'plugboard-decided': { approval_id: string; status: string }
  'plugboard-token-expired': null
  'plugboard-error': { status: number; slug: string; message: string }
}

const checkEveryMs = 1500
const refreshEveryMs = 20_000

/** Where there is no browser, the module can be loaded all the same. */
const Base =
  typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement

/** `<plugboard-connections>`; `defineConnections` makes it known to the page. */
export class PlugboardConnections extends Base {
  static readonly observedAttributes = ['token', 'service', 'lang']
  /** The service that the script came from. */
  static defaultService: string | undefined

  #root: ShadowRoot | undefined
  readonly #status = h('p', { role: 'status' })
  readonly #body = h('div')
  #state: State = initialState
  #api: Api | undefined
  /** Ends what was begun with an earlier token, or before the element was removed. */
  #life = new AbortController()

  get token(): string | null {
    return this.getAttribute('token')
  }
  set token(token: string | null) {
    if (token === null) this.removeAttribute('token')
    else this.setAttribute('token', token)
  }

  connectedCallback(): void {
    if (!this.#root) {
      this.#root = this.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
      this.#root.adoptedStyleSheets = [sheet]
      this.#root.append(h('div', { class: 'root' }, this.#status, this.#body))
    }
    this.#start()
  }

  disconnectedCallback(): void {
    this.#life.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || !this.#root || before === after) return
    if (name === 'lang') this.#render()
    else this.#start()
  }

  #start(): void {
    this.#life.abort()
    this.#life = new AbortController()
    const { signal } = this.#life
    const service = this.getAttribute('service') ?? PlugboardConnections.defaultService
    const token = this.token
    this.#api = undefined
    this.#set(initialState)
    if (service === undefined)
      return this.#fail(
        new RequestError(0, 'invalid_request', 'The attribute "service" is missing'),
      )
    // A page may get its token later.
    if (token === null) return
    this.#api = createApi(new URL(service, location.href).origin, token)
    const refresh = () => {
      if (document.visibilityState === 'visible' && this.#state.phase === 'ready') void this.#load()
    }
    const timer = setInterval(refresh, refreshEveryMs)
    signal.addEventListener('abort', () => clearInterval(timer))
    document.addEventListener('visibilitychange', refresh, { signal })
    window.addEventListener('focus', refresh, { signal })
    void this.#load()
  }

  get #texts(): Texts {
    return languages[this.#language]
  }

  get #language() {
    return chooseLanguage([
      this.closest('[lang]')?.getAttribute('lang'),
      document.documentElement.lang,
      ...navigator.languages,
    ])
  }

  #set(change: Partial<State>, focus?: string): void {
    const notice = this.#state.notice
    this.#state = { ...this.#state, ...change }
    if (this.#state.notice !== notice) this.#showNotice()
    this.#render()
    if (focus !== undefined && this.#root) findByKey(this.#root, focus)?.focus()
  }

  #showNotice(): void {
    const { notice } = this.#state
    this.#status.className = notice ? `notice ${notice.isBad ? 'bad' : 'good'}` : ''
    this.#status.textContent = notice?.text ?? ''
  }

  #render(): void {
    if (!this.#root) return
    this.#body.parentElement?.setAttribute('lang', this.#language)
    replaceTree(
      this.#root,
      this.#body,
      view({ state: this.#state, texts: this.#texts, actions: this.#actions }),
    )
  }

  #announce<Name extends keyof ConnectionEvents>(name: Name, detail: ConnectionEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  #fail(error: unknown): void {
    const { status, slug, message } =
      error instanceof RequestError ? error : new RequestError(0, 'internal', String(error))
    this.#announce('plugboard-error', { status, slug, message })
    if (status === 401) {
      this.#life.abort()
      this.#set({ phase: 'expired', isBusy: false, waiting: undefined, notice: undefined })
      this.#announce('plugboard-token-expired', null)
    } else if (status === 403) {
      this.#life.abort()
      this.#set({ phase: 'forbidden', isBusy: false, waiting: undefined, notice: undefined })
    } else if (this.#state.phase === 'ready')
      this.#set({ isBusy: false, notice: { text: this.#texts.failed, isBad: true } })
    else this.#set({ phase: 'failed', isBusy: false })
  }

  /** Runs one thing at a time; what comes back after the element has begun anew counts no more. */
  async #run(work: (api: Api, isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const api = this.#api
    const { signal } = this.#life
    if (!api || this.#state.isBusy || signal.aborted) return
    this.#set({ isBusy: true, notice: undefined })
    try {
      await work(api, () => !signal.aborted)
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    } finally {
      if (!signal.aborted && this.#state.isBusy) this.#set({ isBusy: false })
    }
  }

  async #load(): Promise<void> {
    const api = this.#api
    const { signal } = this.#life
    if (!api) return
    try {
      const [connections, toolkits, calls] = await Promise.all([
        api.list(),
        api.toolkits(),
        api.approvals(),
      ])
      const loaded = {
        phase: 'ready' as const,
        connections: connections.items,
        toolkits: toolkits.items,
        calls: calls.items,
      }
      if (signal.aborted) return
      if (this.#state.phase === 'loading')
        this.#announce('plugboard-loaded', { project: toolkits.project, user: toolkits.user })
      const { phase, connections: a, toolkits: b, calls: c } = this.#state
      if (JSON.stringify([phase, a, b, c]) !== JSON.stringify(Object.values(loaded)))
        this.#set(loaded)
    } catch (error) {
      // What is shown stays; only a token that ended ends it.
      const isEnded = error instanceof RequestError && [401, 403].includes(error.status)
      if (!signal.aborted && (isEnded || this.#state.phase !== 'ready')) this.#fail(error)
    }
  }

  readonly #actions: Actions = {
    reload: () => this.#start(),
    filter: (filter) => this.#set({ filter }),
    ask: (asking) => {
      const previous = this.#state.asking
      this.#set(
        { asking, notice: undefined },
        asking
          ? asking.for === 'name'
            ? `name ${asking.id}`
            : 'disconnect-no'
          : `${previous?.for === 'name' ? 'rename' : 'disconnect'} ${previous?.id}`,
      )
    },
    connect: (toolkit) => this.#connect(toolkit.name, { toolkit: toolkit.slug }, null),
    reconnect: (connection) =>
      this.#connect(nameOf(connection), { connection_id: connection.id }, connection),
    cancel: () => this.#set({ waiting: undefined }, 'toolkits'),
    confirm: (code) =>
      void this.#run(async (api, isCurrent) => {
        const { waiting } = this.#state
        if (!waiting || code === '') return
        try {
          await api.confirm(waiting.id, code)
        } catch (error) {
          if (!(error instanceof RequestError) || ![400, 422].includes(error.status)) throw error
          if (isCurrent()) this.#set({ notice: { text: this.#texts.wrongCode, isBad: true } })
        }
      }),
    rename: (connection, name) =>
      void this.#run(async (api, isCurrent) => {
        const renamed = await api.rename(connection.id, name === '' ? null : name)
        if (!isCurrent()) return
        this.#set(
          {
            asking: undefined,
            connections: this.#state.connections.map((each) =>
              each.id === renamed.id ? renamed : each,
            ),
            notice: { text: this.#texts.renamed, isBad: false },
          },
          `rename ${connection.id}`,
        )
      }),
    disconnect: (connection) =>
      void this.#run(async (api, isCurrent) => {
        await api.disconnect(connection.id)
        if (!isCurrent()) return
        this.#set(
          {
            asking: undefined,
            connections: this.#state.connections.filter(({ id }) => id !== connection.id),
            notice: this.#say('disconnected', nameOf(connection)),
          },
          'connections',
        )
        this.#announce('plugboard-disconnected', {
          id: connection.id,
          toolkit: connection.toolkit.slug,
        })
      }),
    decide: (call, decision) =>
      void this.#run(async (api, isCurrent) => {
        const { status } = await api.decide(call.approval_id, decision)
        if (!isCurrent()) return
        this.#set(
          {
            calls: this.#state.calls.filter(({ approval_id }) => approval_id !== call.approval_id),
            notice: this.#say(decision === 'approve' ? 'approved' : 'denied', call.tool.name),
          },
          this.#state.calls.length > 1 ? 'calls' : 'connections',
        )
        this.#announce('plugboard-decided', { approval_id: call.approval_id, status })
      }),
  }

  #say(text: 'connected' | 'disconnected' | 'approved' | 'denied' | 'notConnected', name: string) {
    return { text: fill(this.#texts[text], { name }), isBad: text === 'notConnected' }
  }

  #connect(
    name: string,
    wanted: { toolkit: string } | { connection_id: string },
    before: Connection | null,
  ): void {
    if (this.#state.isBusy) return
    const opened = openWindow()
    void this.#run(async (api, isCurrent) => {
      let link: ConnectionLink
      try {
        link = await api.link(wanted)
        if (!/^https?:/.test(link.redirect_url))
          throw new RequestError(0, 'internal', 'The service answered an address that is none')
      } catch (error) {
        opened?.close()
        throw error
      }
      if (!isCurrent()) return opened?.close()
      const address = new URL(link.redirect_url)
      address.searchParams.set('lang', this.#language)
      opened?.lead(address.href)
      const waiting = {
        id: link.connection_id,
        name,
        url: address.href,
        needsCode: link.needs_code,
        isBlocked: opened === null,
      }
      this.#set({ waiting, asking: undefined }, link.needs_code ? `code ${waiting.id}` : 'waiting')
      void this.#await(api, waiting.id, { before, until: Date.parse(link.expires_at) })
    })
  }

  /** Asks for a connection until its user is done with it, or it was cancelled here. */
  async #await(
    api: Api,
    id: string,
    { before, until }: { before: Connection | null; until: number },
  ): Promise<void> {
    const { signal } = this.#life
    const isWaiting = () => !signal.aborted && this.#state.waiting?.id === id
    let hasBegun = before?.status !== 'FAILED'
    // A failed link can be tried again within the window, for as long as the link was valid.
    while (isWaiting()) {
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
      if (!isWaiting()) return
      const found = await api.get(id).catch((error: unknown) => error)
      if (!isWaiting()) return
      if (found instanceof RequestError && found.status === 401) return this.#fail(found)
      const connection = found instanceof Error ? undefined : (found as Connection)
      const isGone = found instanceof RequestError && found.status === 404
      hasBegun ||= connection !== undefined && connection.status !== 'FAILED'
      const name = this.#state.waiting?.name ?? ''
      if (connection?.status === 'ACTIVE') {
        this.#set({ waiting: undefined, notice: this.#say('connected', name) }, 'connections')
        this.#announce('plugboard-connected', { id, toolkit: connection.toolkit.slug })
        return this.#load()
      }
      const hasFailed = hasBegun && connection?.status === 'FAILED'
      if (isGone || hasFailed || Date.now() > until) {
        this.#set({ waiting: undefined, notice: this.#say('notConnected', name) }, 'toolkits')
        return this.#load()
      }
    }
  }
}

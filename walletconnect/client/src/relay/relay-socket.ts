import { CODES, clientClosed, WalletConnectError } from '../walletconnect-error.ts'
import { type Push, parseFrame, type Reply, writeAcknowledgement, writeCall } from './frames.ts'
import { RelayClock } from './relay-clock.ts'

/** The protocol's close code for a client that is not accepted. */
const UNAUTHORIZED = 3_000
/** The relay's close code for a client that sends too much: sending the same again would close the next socket, too. */
const TOO_MANY_REQUESTS = 3_001
const TRY_LATER = 1_000

const CONNECT_TIMEOUT_MS = 15_000
const CALL_TIMEOUT_MS = 60_000
const TICK_MS = 5_000
/** A socket without replies or messages for this long is tried: by a call, then by another socket. */
const SILENCE_MS = 30_000
const REPLY_MS = 10_000
const RETRY_MS = { first: 100, longest: 10_000 } as const

/** The members of the browser's WebSocket that are used. */
type Socket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>

export type RelaySocketOptions = {
  relayUrl: string
  projectId: string
  nowMs: () => number
  createSocket: (url: string) => Socket
  signToken: (nowMs: number) => Promise<string>
  /** Whether a connection is needed although nothing is being sent. */
  isNeeded: () => boolean
  /** Sends what a new connection needs before anything else, and what shows whether a silent one still works. */
  onSubscribe: () => void
  /** @returns Whether to acknowledge it. */
  onPush: (push: Push) => Promise<boolean>
  /** The relay refuses this client: the reason is its text. */
  onRefused: (error: WalletConnectError) => void
  onConnected: (isConnected: boolean) => void
}

type Call = {
  text: string
  sentMs: number
  deadlineMs: number
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** The connection to the relay: opened when it is needed, and again whenever it breaks. */
export class RelaySocket {
  readonly #options: RelaySocketOptions
  readonly #clock: RelayClock
  readonly #calls = new Map<string, Call>()
  #socket: Socket | undefined
  #isSigning = false
  #isOpen = false
  #isStopped = false
  #openedMs = 0
  #heardMs = 0
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #ticker: ReturnType<typeof setInterval> | undefined
  #counter = 0

  constructor(options: RelaySocketOptions) {
    this.#options = options
    this.#clock = new RelayClock(options.nowMs)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Calls a method. The call is sent again on each new connection until there is a reply. */
  call(method: string, params: unknown): Promise<unknown> {
    if (this.#isStopped) return Promise.reject(clientClosed())
    const id = this.#nextId()
    const nowMs = this.#options.nowMs()
    return new Promise((resolve, reject) => {
      const text = writeCall(id, method, params)
      this.#calls.set(id, {
        text,
        resolve,
        reject,
        sentMs: nowMs,
        deadlineMs: nowMs + CALL_TIMEOUT_MS,
      })
      if (this.#isOpen) this.#socket?.send(text)
      this.connect()
    })
  }

  /** Opens the connection unless it is open, or will be tried again soon. */
  connect(): void {
    this.#ticker ??= setInterval(() => this.#tick(), TICK_MS)
    if (this.#socket !== undefined || this.#retry !== undefined || this.#isSigning) return
    this.#isSigning = true
    this.#open().catch(() => this.#openFailed())
  }

  async #open(): Promise<void> {
    const { relayUrl, projectId, createSocket, signToken } = this.#options
    const url = new URL(relayUrl)
    url.searchParams.set('auth', await signToken(this.#clock.nowMs()))
    this.#isSigning = false
    // Stopped meanwhile.
    if (this.#ticker === undefined) return
    url.searchParams.set('projectId', projectId)
    url.searchParams.set('ua', 'wc-2/bullring-1')
    url.searchParams.set('useOnCloseEvent', 'true')
    const socket = createSocket(url.href)
    this.#socket = socket
    this.#openedMs = this.#options.nowMs()
    const isCurrent = () => this.#socket === socket
    socket.addEventListener('open', () => isCurrent() && this.#opened())
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#received(data))
    socket.addEventListener(
      'close',
      ({ code, reason }) => isCurrent() && this.#closed(code, reason),
    )
    // 'close' follows.
    socket.addEventListener('error', () => undefined)
  }

  /** There is no socket that could close: no token was signed, or the browser does not accept the URL. */
  #openFailed(): void {
    this.#isSigning = false
    const isStopped = this.#ticker === undefined
    if (!isStopped && this.#hasWork()) this.#connectLater()
  }

  /** Replaces the connection at once: after a sleep, or when the network is back. */
  reconnect(): void {
    this.#failures = 0
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#drop()
    if (this.#hasWork()) this.connect()
  }

  /** Ends the connection. Calls without a reply fail. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
    clearInterval(this.#ticker)
    this.#retry = undefined
    this.#ticker = undefined
    this.#drop()
    this.#failCalls(clientClosed())
  }

  #opened(): void {
    this.#isOpen = true
    this.#failures = 0
    this.#heardMs = this.#options.nowMs()
    const waiting = [...this.#calls.values()]
    this.#options.onSubscribe()
    for (const call of waiting) {
      call.sentMs = this.#heardMs
      this.#socket?.send(call.text)
    }
    this.#options.onConnected(true)
  }

  #received(data: unknown): void {
    this.#heardMs = this.#options.nowMs()
    const frame = typeof data === 'string' ? parseFrame(data) : undefined
    if (frame === undefined) return
    if ('reply' in frame) this.#replied(frame.reply)
    else void this.#pushed(frame.push)
  }

  async #pushed(push: Push): Promise<void> {
    const socket = this.#socket
    const isHandled = await this.#options.onPush(push).catch(() => false)
    if (!isHandled) return
    // On a new connection, the relay pushes unacknowledged messages again, under another id.
    if (this.#socket === socket && this.#isOpen) socket?.send(writeAcknowledgement(push.id))
  }

  #replied({ id, result, error }: Reply): void {
    const call = this.#calls.get(String(id))
    this.#calls.delete(String(id))
    if (error === undefined) call?.resolve(result)
    else call?.reject(new WalletConnectError(error.code, error.message, { data: error.data }))
  }

  #closed(code: number, reason: string): void {
    this.#drop()
    if (code === UNAUTHORIZED && !this.#clock.refused(reason)) {
      const error = new WalletConnectError(CODES.relayRefused, reason)
      this.#failCalls(error)
      this.#options.onRefused(error)
      this.#failures += TRY_LATER
    }
    if (code === TOO_MANY_REQUESTS) this.#failures += TRY_LATER
    if (this.#hasWork()) this.#connectLater()
  }

  #connectLater(): void {
    const growing = RETRY_MS.first * 2 ** Math.min(this.#failures, TRY_LATER)
    this.#failures += 1
    const waitMs = Math.min(growing, RETRY_MS.longest) * (0.5 + Math.random() / 2)
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.connect()
    }, waitMs)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    if (this.#isOpen) this.#options.onConnected(false)
    this.#isOpen = false
    socket?.close()
  }

  #tick(): void {
    const nowMs = this.#options.nowMs()
    for (const [id, { deadlineMs, reject }] of this.#calls) {
      if (deadlineMs > nowMs) continue
      this.#calls.delete(id)
      reject(new WalletConnectError(CODES.relayUnreachable, 'The relay did not reply in time.'))
    }
    if (this.#isStuck(nowMs)) this.reconnect()
    else if (this.#isOpen && nowMs - this.#heardMs > SILENCE_MS) this.#options.onSubscribe()
    if (!this.#hasWork()) this.#rest()
  }

  #isStuck(nowMs: number): boolean {
    if (this.#socket === undefined) return false
    if (!this.#isOpen) return nowMs - this.#openedMs > CONNECT_TIMEOUT_MS
    const oldestMs = Math.min(...[...this.#calls.values()].map(({ sentMs }) => sentMs))
    return nowMs - Math.max(oldestMs, this.#heardMs) > REPLY_MS
  }

  #rest(): void {
    clearInterval(this.#ticker)
    this.#ticker = undefined
    this.#drop()
  }

  #hasWork(): boolean {
    return this.#calls.size > 0 || this.#options.isNeeded()
  }

  #failCalls(error: WalletConnectError): void {
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
  }

  #nextId(): string {
    this.#counter = (this.#counter + 1) % 1_000_000
    return `${this.#options.nowMs()}${String(this.#counter).padStart(6, '0')}`
  }
}

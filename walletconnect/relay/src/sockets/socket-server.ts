import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@bullring/errors/base-error'
import type { UpgradeListener } from '@bullring/server/http/listen'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { queryOf } from '../http/query-of.ts'
import { callerAddress, isThisMachine } from '../limits/caller-address.ts'
import { type PendingLimits, selectExcess } from '../limits/select-excess.ts'
import { CLOSE_CODES } from '../protocol-error.ts'
import { ClientSocket, type SocketDeps } from './client-socket.ts'

/** Clients for Node end a connection after 35 s without a ping. */
const PING_SECONDS = 20
const TICK_MS = 1_000

/** Each takes memory, however short it is. Browsers make fragments of 64 KiB and more. */
const MAX_FRAGMENTS = 256

/** Limit for clients that are refused by a close code: nothing that they send is used. */
const MAX_REFUSED_BYTES = 1_024

const RESTART_CODE = 1_012
const TOO_MANY = 429
const UNAVAILABLE = 503
const UNAUTHORIZED = 401

/** Clients are moved in groups, so that they do not arrive at other nodes all at once. */
const DRAIN = { groups: 20, pauseMs: 75, limitMs: 4_000, pollMs: 20 } as const

/** Handlers of handshakes and of clients' texts, and limits. */
export type SocketServerDeps = {
  socket: SocketDeps
  admit: (request: IncomingMessage) => Promise<ClientSocket['client']>
  /** Handles a text of a client. */
  receive: (socket: ClientSocket, ip: string, text: string) => void
  limits: {
    takeSocket: (ip: string) => boolean
    returnSocket: (ip: string) => void
    /** Counts a ping of a client. Returns false when it has sent too many frames. */
    allowsFrame: (sender: { client: ClientSocket['client']; ip: string }, length: number) => boolean
  }
  maxSockets: number
  /** Longest text that is read at all. */
  maxFrameBytes: number
  /** Time for all fragments of a message. */
  messageLimitMs: number
  /** Bytes of messages that are not complete or not written. */
  pendingBytes: PendingLimits
  proxies: number
  /** Reports that a socket is not accepted, or ended because it takes too many bytes. */
  onRefused: (reason: string) => void
  /** Reports a fault of ours, after which a socket is ended. */
  onFault: (error: unknown) => void
}

/** Accepts WebSockets, keeps them alive, and closes them when the node stops. */
export class SocketServer {
  readonly #deps: SocketServerDeps
  readonly #server: WebSocketServer
  readonly #refusals: WebSocketServer
  /** Sockets with the address of each, and the slot of the second in which it gets its pings. */
  readonly #sockets = new Map<ClientSocket, { ip: string; slot: number }>()
  #accepted = 0
  /** Handshakes whose tokens are being verified. */
  #admitting = 0
  #isDraining = false

  constructor(deps: SocketServerDeps) {
    this.#deps = deps
    const options = {
      noServer: true,
      clientTracking: false,
      // Encrypted messages do not shrink, and each socket would need memory for it.
      perMessageDeflate: false,
      maxFragments: MAX_FRAGMENTS,
    }
    this.#server = new WebSocketServer({ ...options, maxPayload: deps.maxFrameBytes })
    this.#refusals = new WebSocketServer({ ...options, maxPayload: MAX_REFUSED_BYTES })
  }

  /** Number of open sockets. */
  get size(): number {
    return this.#sockets.size
  }

  /** Whether the node is stopping. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Handler for `listen`. */
  readonly onUpgrade: UpgradeListener = (request, socket, head) => {
    destroyOnError(socket)
    const ip = callerAddress(request, this.#deps.proxies)
    if (this.#isDraining || this.#isFull) {
      return this.#refuse(socket, UNAVAILABLE, this.#isDraining ? 'draining' : 'full')
    }
    if (!this.#takeSocket(socket, ip)) return this.#refuse(socket, TOO_MANY, 'too-many-sockets')
    this.#admit(request).then(
      (client) =>
        this.#server.handleUpgrade(request, socket, head, (ws) =>
          this.#welcome(ws, { client, ip, stream: socket }),
        ),
      (error: unknown) => this.#reject(request, socket, head, error),
    )
  }

  /** All that connect at once count before they are accepted. */
  get #isFull(): boolean {
    return this.#sockets.size + this.#admitting >= this.#deps.maxSockets
  }

  async #admit(request: IncomingMessage): Promise<ClientSocket['client']> {
    this.#admitting += 1
    try {
      return await this.#deps.admit(request)
    } finally {
      this.#admitting -= 1
    }
  }

  /** Returns all open sockets. */
  all(): Iterable<ClientSocket> {
    return this.#sockets.keys()
  }

  /** Pings each socket regularly, and ends those that do not respond, or that take up too much memory. */
  async keepAlive(signal: AbortSignal): Promise<void> {
    for (let second = 0; !signal.aborted; second += 1) {
      this.#endExcess()
      for (const [socket, { slot }] of this.#sockets) {
        if (slot !== second % PING_SECONDS) continue
        if (socket.isAlive) socket.ping()
        else socket.terminate()
      }
      await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  #endExcess(): void {
    const { messageLimitMs, pendingBytes, onRefused } = this.#deps
    const nowMs = performance.now()
    const holders = []
    for (const [socket, { ip }] of this.#sockets) {
      const bytes = socket.pendingBytes
      if (socket.unfinishedMs(nowMs) > messageLimitMs) {
        onRefused('unfinished')
        socket.terminate()
      } else if (bytes > 0) holders.push({ socket, ip, bytes })
    }
    for (const { socket } of selectExcess(holders, pendingBytes, (ip) => !isThisMachine(ip))) {
      onRefused('pending-bytes')
      socket.terminate()
    }
  }

  /** Accepts no further socket, and closes each one after the replies to its calls. */
  async drain(): Promise<void> {
    this.#isDraining = true
    const deadlineMs = performance.now() + DRAIN.limitMs
    const sockets = [...this.#sockets.keys()]
    const perGroup = Math.ceil(sockets.length / DRAIN.groups)
    const closing: Promise<void>[] = []
    for (let start = 0; start < sockets.length; start += perGroup) {
      for (const socket of sockets.slice(start, start + perGroup)) {
        closing.push(this.#retire(socket, deadlineMs))
      }
      await sleep(DRAIN.pauseMs)
    }
    await Promise.all(closing)
    for (const socket of this.#sockets.keys()) socket.terminate()
  }

  async #retire(socket: ClientSocket, deadlineMs: number): Promise<void> {
    const isLate = () => performance.now() > deadlineMs
    while (socket.pendingCalls > 0 && !isLate()) await sleep(DRAIN.pollMs)
    socket.close(RESTART_CODE, 'The relay restarts.')
    while (this.#sockets.has(socket) && !isLate()) await sleep(DRAIN.pollMs)
  }

  /** A separate function: the listener must not keep the request, which is as large as the socket. */
  #takeSocket(socket: Duplex, ip: string): boolean {
    const isAllowed = this.#deps.limits.takeSocket(ip)
    if (isAllowed) socket.once('close', () => this.#deps.limits.returnSocket(ip))
    return isAllowed
  }

  #welcome(
    ws: WebSocket,
    sender: { client: ClientSocket['client']; ip: string; stream: Duplex },
  ): void {
    const { client, ip } = sender
    const socket = new ClientSocket(ws, sender, this.#deps.socket)
    this.#sockets.set(socket, { ip, slot: this.#accepted % PING_SECONDS })
    this.#accepted += 1
    ws.on('message', (data) => {
      socket.finishMessage()
      if (socket.isOpen) this.#receive(socket, ip, data)
    })
    ws.on('ping', () => {
      if (!this.#deps.limits.allowsFrame({ client, ip }, 0)) socket.closeForExcess()
    })
    ws.on('pong', () => {
      socket.isAlive = true
    })
    // A frame that is too long or malformed, or a connection that breaks: 'close' follows.
    ws.on('error', () => undefined)
    ws.on('close', () => {
      this.#sockets.delete(socket)
      socket.leave()
    })
  }

  /** Whatever one client sends, the others keep their connections. */
  #receive(socket: ClientSocket, ip: string, data: RawData): void {
    try {
      this.#deps.receive(socket, ip, data.toString())
    } catch (error) {
      this.#deps.onFault(error)
      socket.terminate()
    }
  }

  #reject(request: IncomingMessage, socket: Duplex, head: Buffer, error: unknown): void {
    const reason = error instanceof BaseError ? error.message : 'Internal error'
    // Browsers do not show a page the status of a failed handshake, but they do show a close code.
    if (queryOf(request).get('useOnCloseEvent') !== 'true') {
      this.#refuse(socket, UNAUTHORIZED, 'unauthorized', reason)
      return
    }
    this.#deps.onRefused('unauthorized')
    this.#refusals.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => undefined)
      ws.close(CLOSE_CODES.unauthorized, reason)
    })
  }

  #refuse(socket: Duplex, status: number, cause: string, text = STATUS_CODES[status] ?? ''): void {
    this.#deps.onRefused(cause)
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'connection: close',
      'content-type: text/plain; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
  }
}

function destroyOnError(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
}

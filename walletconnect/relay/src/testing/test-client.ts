import { once } from 'node:events'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { createIdentity, type TestIdentity } from './test-identity.ts'

const Push = z.object({
  id: z.number(),
  method: z.literal('irn_subscription'),
  params: z.object({
    id: z.string(),
    data: z.object({
      topic: z.string(),
      message: z.string(),
      attestation: z.string(),
      publishedAt: z.number(),
      tag: z.number(),
    }),
  }),
})
type Push = z.infer<typeof Push>

const Reply = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.string() })),
})
type Reply = z.infer<typeof Reply>

export type ClientOptions = {
  identity?: TestIdentity
  /** Whether it acknowledges messages; by default it does. */
  acknowledges?: boolean
  /** URL that its token names, by default the relay's. */
  audience?: string
  /** Its address, which a proxy in front names; by default it has none. */
  from?: string | undefined
}

/** A client of the relay that shows everything that crosses its socket. */
export type TestClient = Awaited<ReturnType<typeof connectClient>>

/** Connects a client. */
export async function connectClient(relayUrl: string, options: ClientOptions = {}) {
  const { identity = createIdentity(), acknowledges = true, audience = relayUrl, from } = options
  const url = new URL(relayUrl)
  url.searchParams.set('auth', await identity.token(audience))
  url.searchParams.set('projectId', 'test')
  url.searchParams.set('useOnCloseEvent', 'true')
  const socket = new WebSocket(url, {
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
  })
  /** Texts in the order of their arrival. */
  const received: string[] = []
  const pushes: Push[] = []
  const replies = new Map<string, (reply: Reply) => void>()
  socket.on('message', (data) => {
    const text = data.toString()
    received.push(text)
    const push = Push.safeParse(JSON.parse(text)).data
    if (push === undefined) return answer(text, replies)
    pushes.push(push)
    if (acknowledges) socket.send(JSON.stringify({ id: push.id, jsonrpc: '2.0', result: true }))
  })
  const closed = once(socket, 'close').then(([code, reason]) => ({
    code: Number(code),
    reason: String(reason),
  }))
  await Promise.race([once(socket, 'open'), closed])
  const sendText = (text: string) => socket.send(text)
  const request = (method: string, params: unknown): Promise<Reply> => {
    const id = nextId()
    const { promise, resolve } = Promise.withResolvers<Reply>()
    replies.set(id, resolve)
    sendText(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    return Promise.race([promise, closed.then(rejectClosed)])
  }
  return {
    identity,
    socket,
    received,
    pushes,
    closed,
    sendText,
    request,
    /** Calls a method, and returns its result. */
    call: async (method: string, params: unknown) => {
      const { result, error } = await request(method, params)
      if (error !== undefined) throw new RejectedCall(error)
      return result
    },
    messages: () => pushes.map(({ params }) => params.data.message),
    acknowledge: (push: Push) =>
      sendText(JSON.stringify({ id: push.id, jsonrpc: '2.0', result: true })),
    close: async () => {
      socket.close()
      await closed
    },
  }
}

/** The protocol's code of errors of the relay itself. With all others, the same call fails again. */
const INTERNAL = -32_603

/** The relay's reply to a call that it does not carry out. */
export class RejectedCall extends Error {
  override readonly name = 'RejectedCall'
  readonly isTransient: boolean

  constructor({ code, data, message }: NonNullable<Reply['error']>) {
    super(`${code} ${data}: ${message}`)
    this.isTransient = code === INTERNAL
  }
}

let counter = 0

/** Ids of 19 digits, as the clients send them. */
function nextId(): string {
  counter += 1
  return `${Date.now()}${String(counter).padStart(6, '0')}`
}

function answer(text: string, replies: Map<string, (reply: Reply) => void>): void {
  const { id } = z.parse(z.object({ id: z.unknown() }), JSON.parse(text))
  const resolve = replies.get(String(id))
  replies.delete(String(id))
  resolve?.(Reply.parse(JSON.parse(text)))
}

function rejectClosed(): never {
  throw new Error('The relay closed the socket before it replied.')
}

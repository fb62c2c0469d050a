import {
  APP_PREFIX,
  APPROVED_TYPE,
  Envelope,
  errorType,
  FRAME_PREFIX,
  successType,
} from '@bullring/login-api/frame-messages/envelope'
import {
  ErrorPayload,
  type ReplyPayload,
  replyPayloads,
} from '@bullring/login-api/frame-messages/replies'
import type { RequestName, RequestPayload } from '@bullring/login-api/frame-messages/requests'
import { EmbeddedWalletError } from '#core/embedded/embedded-wallet-error.ts'
import type { LoadableFrameHost } from './frame-host.ts'

/** R-FRAME-8, also for every other request that does not wait for the user. */
const REPLY_TIMEOUT_MS = 30_000

/** Time limit for loading the frame. */
const LOAD_TIMEOUT_MS = 20_000

/** R-FRAME-2. */
const SETTLE_MS = 500

type RequestOptions = {
  /** `none` for requests that wait for the user. */
  timeout?: 'none'
  signal?: AbortSignal
}

/** Sends requests to the frame. Each one settles: by its reply, a timeout, an abort or a reload of the frame. */
export type FrameChannel = {
  /** @throws {EmbeddedWalletError} */
  request: <name extends RequestName>(
    name: name,
    payload?: RequestPayload<name>,
    options?: RequestOptions,
  ) => Promise<ReplyPayload<name>>
  /** Loads the frame. `request` does so itself. */
  load: () => Promise<void>
}

type ChannelDeps = {
  host: LoadableFrameHost
  /** The only origin whose messages count, and the only one that receives ours. */
  origin: string
  page: Window
  /** Called when the frame has not loaded in time. */
  onLoadTimeout: () => void
  /** Called for messages that reply to no request: the wallet has changed by itself. */
  onPush: (name: 'GET_USER' | 'IS_CONNECTED', payload: unknown) => void
  /** Called when the user has approved the pending request. */
  onApproved: () => void
}

type Pending = {
  name: RequestName
  resolve: (payload: unknown) => void
  reject: (error: EmbeddedWalletError) => void
}

type Link = { frame: Window; ready: Promise<void>; markReady: () => void; isReady: boolean }

/** Creates the channel. Neither frame nor listener exists before the first request. */
export function createFrameChannel(deps: ChannelDeps): FrameChannel {
  const { host, origin, page, onLoadTimeout, onPush, onApproved } = deps
  const pending = new Map<string, Pending>()
  let link: Link | null = null
  let count = 0

  const receive = (event: MessageEvent<unknown>) => {
    if (link === null || event.source !== link.frame || event.origin !== origin) return
    const message = Envelope.safeParse(event.data)
    if (!message.success || !message.data.type.startsWith(FRAME_PREFIX)) return
    const { type, id, payload } = message.data
    if (type === `${FRAME_PREFIX}READY`) return becomeReady(link)
    if (type === APPROVED_TYPE) return onApproved()
    const request = id === undefined ? undefined : pending.get(id)
    if (id === undefined || request === undefined) return pushed(type, payload, onPush)
    pending.delete(id)
    settle(request, type, payload)
  }
  const becomeReady = (current: Link) => {
    // A frame that has loaded again does not know the requests of before.
    if (current.isReady) rejectAll(pending, new EmbeddedWalletError('timedOut'))
    current.isReady = true
    current.markReady()
  }
  const load = async () => {
    if (link === null) page.addEventListener('message', receive)
    link ??= openLink(host)
    const current = link
    try {
      await withTimeout(current.ready, LOAD_TIMEOUT_MS)
    } catch (error) {
      // The next request loads it again.
      if (link === current) {
        link = null
        host.unload()
        page.removeEventListener('message', receive)
        onLoadTimeout()
      }
      throw error
    }
    return current.frame
  }
  return {
    load: async () => void (await load()),
    request: async (name, payload, { timeout, signal } = {}) => {
      if (signal?.aborted) throw new EmbeddedWalletError('aborted')
      const frame = await load()
      // Meanwhile the user may have given up.
      if (signal?.aborted) throw new EmbeddedWalletError('aborted')
      count += 1
      const id = `${count}`
      const reply = new Promise((resolve, reject) => pending.set(id, { name, resolve, reject }))
      frame.postMessage({ type: `${APP_PREFIX}${name}`, id, payload }, origin)
      try {
        // Sound: `settle` has parsed the payload with the schema of `name`.
        return (await untilReplied(reply, timeout, signal)) as never
      } finally {
        pending.delete(id)
      }
    },
  }
}

/** R-FRAME-3. */
const NO_FRAME_TEXT = 'W3mFrame: iframe is not set'

function openLink(host: LoadableFrameHost): Link {
  const frame = host.load()
  if (frame === null) throw new EmbeddedWalletError('notLoaded', { message: NO_FRAME_TEXT })
  const { promise, resolve } = Promise.withResolvers<void>()
  const link: Link = {
    frame,
    isReady: false,
    markReady: resolve,
    ready: promise.then(() => new Promise((settled) => setTimeout(settled, SETTLE_MS))),
  }
  return link
}

/** Resolves or rejects a request by the type of its reply. A malformed reply rejects it. */
function settle({ name, resolve, reject }: Pending, type: string, payload: unknown): void {
  if (type === successType(name)) {
    const reply = replyPayloads[name].safeParse(payload)
    if (reply.success) {
      resolve(reply.data)
      return
    }
  }
  const failure = ErrorPayload.safeParse(payload)
  const isFailure = type === errorType(name) && failure.success
  reject(new EmbeddedWalletError('refused', isFailure ? failure.data : undefined))
}

function pushed(type: string, payload: unknown, onPush: ChannelDeps['onPush']): void {
  for (const name of ['GET_USER', 'IS_CONNECTED'] as const) {
    const reply = replyPayloads[name].safeParse(payload)
    if (type === successType(name) && reply.success) onPush(name, reply.data)
  }
}

function rejectAll(pending: Map<string, Pending>, error: EmbeddedWalletError): void {
  for (const { reject } of pending.values()) reject(error)
  pending.clear()
}

async function withTimeout(ready: Promise<void>, limitMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EmbeddedWalletError('notLoaded')), limitMs)
  })
  await Promise.race([ready, late]).finally(() => clearTimeout(timer))
}

async function untilReplied(
  reply: Promise<unknown>,
  timeout: 'none' | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer =
    timeout === 'none'
      ? undefined
      : setTimeout(() => reject(new EmbeddedWalletError('timedOut')), REPLY_TIMEOUT_MS)
  const abort = () => reject(new EmbeddedWalletError('aborted'))
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await Promise.race([reply, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

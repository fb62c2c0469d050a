import { Envelope, FRAME_PREFIX, toRequestName } from '@bullring/login-api/frame-messages/envelope'
import * as z from 'zod/mini'
import { NoParentError } from '#frame-errors.ts'
import { answerRequest } from './answer-request.ts'
import type { RequestHandlers } from './request-handlers.ts'

export type ParentOptions = {
  frame: Window
  /** Origins that may embed this frame. Requests wait for them. */
  allowedOrigins: Promise<readonly string[]>
  /** Builds the handlers once the embedding origin is known. */
  createHandlers: (parentOrigin: string) => RequestHandlers
  signal: AbortSignal
}

/**
 * Accepts requests of the parent window and posts one reply each, to the parent's origin only. Everything
 * that another window sent, or a page whose origin is not allowed, is ignored. The first request pins the
 * origin. Requests run concurrently.
 *
 * @throws {NoParentError} when no page embeds this one.
 */
export async function listenToParent(options: ParentOptions): Promise<void> {
  const { frame, signal } = options
  const parent = frame.parent
  if (parent === frame) throw new NoParentError()
  const link = new ParentLink(parent, options)
  frame.addEventListener('message', (event) => void link.receive(event), { signal })
  const origins = await options.allowedOrigins
  for (const origin of readyTargets(frame.location, origins)) {
    parent.postMessage({ type: `${FRAME_PREFIX}READY`, payload: {} }, origin)
  }
}

/** The browser delivers a message only if the target origin matches; it logs an error otherwise. */
function readyTargets(location: Location, origins: readonly string[]): readonly string[] {
  // Not in every browser.
  const ancestors: DOMStringList | undefined = location.ancestorOrigins
  const parentOrigin = ancestors?.[0]
  return parentOrigin === undefined ? origins : origins.filter((origin) => origin === parentOrigin)
}

class ParentLink {
  readonly #parent: Window
  readonly #options: ParentOptions
  #pinned: { origin: string; handlers: RequestHandlers } | undefined

  constructor(parent: Window, options: ParentOptions) {
    this.#parent = parent
    this.#options = options
  }

  async receive(event: MessageEvent): Promise<void> {
    if (event.source !== this.#parent) return
    const envelope = z.safeParse(Envelope, event.data)
    if (!envelope.success) return
    const name = toRequestName(envelope.data.type)
    if (name === undefined) return
    const origins = await this.#options.allowedOrigins
    if (!origins.includes(event.origin)) return
    this.#pinned ??= {
      origin: event.origin,
      handlers: this.#options.createHandlers(event.origin),
    }
    if (this.#pinned.origin !== event.origin) return
    const reply = await answerRequest(name, envelope.data, this.#pinned.handlers)
    if (reply !== undefined) this.#parent.postMessage(reply, event.origin)
  }
}

import * as z from 'zod/mini'
import { readCallback } from '#login/callback-url.ts'

/**
 * The way of a login's result from the callback page to the frame that started it. Both are pages of the wallet's origin.
 * The page finds the frame among the frames of the window that opened it, or, where the provider has cut that tie
 * (Cross-Origin-Opener-Policy), on a channel of the browser, which reaches frames of the same site only.
 */
const CHANNEL = 'bullring-login-result'

const Result = z.object({ type: z.literal('login-result'), uri: z.url() })
const Taken = z.object({ type: z.literal('login-result-taken'), state: z.string() })

/** Part of a window that the callback page and frames use. */
export type LinkWindow = Pick<Window, 'addEventListener' | 'location' | 'opener'>

/** Offers the result to frames. Resolves once the frame that started the login has it. */
export function offerResult(page: LinkWindow, uri: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { state } = readCallback(uri)
  const channel = new BroadcastChannel(CHANNEL)
  const receive = (data: unknown) => {
    const taken = z.safeParse(Taken, data)
    if (taken.success && taken.data.state === state) resolve()
  }
  channel.addEventListener('message', ({ data }) => receive(data))
  page.addEventListener(
    'message',
    ({ data, origin }) => {
      if (origin === page.location.origin) receive(data)
    },
    { signal },
  )
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  const result = { type: 'login-result', uri }
  // The browser delivers it to pages of the wallet only.
  for (const frame of framesOf(page.opener)) frame.postMessage(result, page.location.origin)
  channel.postMessage(result)
  return promise.finally(() => channel.close())
}

/** Accepts the results of logins that `isOwn` knows, until `signal` aborts. */
export function acceptResults(
  frame: LinkWindow,
  options: {
    isOwn: (state: string) => boolean
    onResult: (uri: string) => void
    signal: AbortSignal
  },
): void {
  const { isOwn, onResult, signal } = options
  const accept = (data: unknown, reply: (taken: z.infer<typeof Taken>) => void) => {
    const result = z.safeParse(Result, data)
    if (!result.success) return
    const { state } = readCallback(result.data.uri)
    if (!isOwn(state)) return
    onResult(result.data.uri)
    reply({ type: 'login-result-taken', state })
  }
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) =>
    accept(data, (taken) => channel.postMessage(taken)),
  )
  signal.addEventListener('abort', () => channel.close(), { once: true })
  frame.addEventListener(
    'message',
    ({ data, origin, source }) => {
      if (origin !== frame.location.origin || source === null) return
      accept(data, (taken) => source.postMessage(taken, { targetOrigin: origin }))
    },
    { signal },
  )
}

/** The frames of the window that opened this one: pages of other origins may list them, too. */
function framesOf(opener: Window | null): readonly Window[] {
  return Array.from({ length: opener?.length ?? 0 }, (_, index) => opener?.[index]).filter(
    (frame) => frame !== undefined,
  )
}

import { EmbeddedWalletError } from '#core/embedded/embedded-wallet-error.ts'
import type { FrameChannel } from './frame-channel.ts'

/** A frame that responds at all does so at once. */
export const RESPONSE_MS = 5_000

export const checkOptions = () => ({ signal: AbortSignal.timeout(RESPONSE_MS) })

/**
 * Sends a login. Returns the reply; null when it did not come in time, or the frame has loaded again, although the frame has
 * logged in meanwhile. A code and the address of a login are used up by then: to send them again would fail.
 *
 * @param key - Of a login that succeeds once. If it was the last one and the frame is still logged in, it is not sent again.
 */
export type Login = <T>(send: () => Promise<T>, key?: string) => Promise<T | null>

/** Creates the {@link Login} of a frame. */
export function createLogin(channel: FrameChannel): Login {
  let last: { key: string; reply: unknown } | null = null
  return async <T>(send: () => Promise<T>, key?: string) => {
    // Sound: a key belongs to one kind of login.
    if (last !== null && last.key === key && (await isLoggedIn(channel))) return last.reply as T
    last = null
    // A session of before may be another account's. Without a response there may be one.
    const wasLoggedIn = channel.request('IS_CONNECTED').then(
      (reply) => reply.isConnected,
      () => true,
    )
    const reply = await orDone<T | null>(send(), async () =>
      !(await wasLoggedIn) && (await isLoggedIn(channel)) ? null : undefined,
    )
    last = key === undefined ? null : { key, reply }
    return reply
  }
}

async function isLoggedIn(channel: FrameChannel): Promise<boolean> {
  return (await channel.request('IS_CONNECTED', undefined, checkOptions())).isConnected
}

/**
 * Returns the reply to a request that cannot be repeated. When it did not come in time, `find` decides.
 *
 * @param find - Returns the reply if the frame has done what it was asked, else `undefined`.
 */
export async function orDone<T>(
  request: Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof EmbeddedWalletError) || error.failure !== 'timedOut') throw error
    const found = await find().catch(() => undefined)
    if (found === undefined) throw error
    return found
  }
}

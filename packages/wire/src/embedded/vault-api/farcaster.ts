import * as z from 'zod/mini'
import { LoginResponse } from './oauth.ts'

/** Sign In with Farcaster: a phone approves on a channel. Both requests are signed by the device. */

/** Response of POST /farcaster/channel: opens a channel. */
export const FarcasterChannelResponse = z.object({
  channelId: z.uuid(),
  /** To scan or to open on the phone. */
  url: z.url(),
  expiresInSeconds: z.int(),
})
/** @see FarcasterChannelResponse */
export type FarcasterChannelResponse = z.infer<typeof FarcasterChannelResponse>

/** Response of POST /farcaster/wait, which takes a `channelId` and waits up to 25 seconds for the approval. */
export const FarcasterWaitResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('completed'), login: LoginResponse }),
])
/** @see FarcasterWaitResponse */
export type FarcasterWaitResponse = z.infer<typeof FarcasterWaitResponse>

import * as z from 'zod/mini'
import { FarcasterSalt } from '../farcaster-nonce.ts'
import { LoginResponse } from './oauth.ts'

/** Sign In with Farcaster (FIP-11): a phone approves on a channel. Both requests are signed by the device. */

/** Body of POST /farcaster/channel. */
export const FarcasterChannelRequest = z.object({ salt: FarcasterSalt })

/** Response of POST /farcaster/channel: opens a channel. It replaces the device's earlier one. */
export const FarcasterChannelResponse = z.object({
  channelId: z.uuid(),
  /** Link to scan or to open on the phone. */
  url: z.url(),
  expiresInSeconds: z.int(),
})
export type FarcasterChannelResponse = z.infer<typeof FarcasterChannelResponse>

/** Body of POST /farcaster/wait. */
export const FarcasterWaitRequest = z.object({ channelId: z.uuid() })

/** Response of POST /farcaster/wait, which waits up to 25 seconds for the approval. */
export const FarcasterWaitResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('completed'), login: LoginResponse }),
])
export type FarcasterWaitResponse = z.infer<typeof FarcasterWaitResponse>

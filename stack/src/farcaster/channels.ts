import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

/** Body of POST /v1/channel. */
export const OpenChannel = z.object({
  siweUri: z.url(),
  domain: z.string().check(z.regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/)),
  nonce: z.string().check(z.regex(/^[a-zA-Z0-9]{8,}$/)),
  expirationTime: z.optional(z.string()),
  acceptAuthAddress: z.optional(z.boolean()),
})

/** Body of POST /v1/channel/authenticate: what the phone signed. */
export const Authenticate = z.object({
  message: z.string(),
  signature: z.string().check(z.regex(/^0x[a-fA-F0-9]{130}$/)),
  fid: z.int(),
  username: z.optional(z.string()),
})

export type Channel = {
  request: z.infer<typeof OpenChannel>
  result: z.infer<typeof Authenticate> | null
}

/** Channels between pages and phones, in memory. */
export type Channels = {
  open: (request: Channel['request']) => string
  find: (token: string) => Channel | undefined
  complete: (token: string, result: z.infer<typeof Authenticate>) => void
  close: (token: string) => void
}

/** More than anyone opens on one machine; the oldest ones go. */
const MAX_CHANNELS = 1_000

export function createChannels(): Channels {
  const channels = new Map<string, Channel>()
  return {
    open: (request) => {
      const [oldest] = channels.size < MAX_CHANNELS ? [] : channels.keys()
      if (oldest !== undefined) channels.delete(oldest)
      const token = randomBytes(16).toString('hex')
      channels.set(token, { request, result: null })
      return token
    },
    find: (token) => channels.get(token),
    complete: (token, result) => {
      const channel = channels.get(token)
      if (channel !== undefined) channel.result = result
    },
    close: (token) => void channels.delete(token),
  }
}

import { guardedRequest } from '@bullring/server/http/guarded-fetch'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'
import { isStorableText } from '@bullring/wire/storable-text'
import * as z from 'zod'
import { FarcasterUnreachableError } from './errors.ts'

/** Fields that a phone signs. */
type ChannelRequest = { domain: string; uri: string; nonce: string; expiresAt: Date }

/** A channel is closed once its result was read, or when it has expired. */
type ChannelState =
  | { kind: 'pending'; nonce: string }
  | { kind: 'completed'; message: string; signature: `0x${string}`; userName: string | null }
  | { kind: 'closed' }

/** The service between page and phone (`relay.farcaster.xyz`, or the local one). It is not trusted with the result. */
export type FarcasterRelay = {
  open: (request: ChannelRequest) => Promise<{ token: string; url: string }>
  read: (token: string) => Promise<ChannelState>
  /** Returns the channel of a URL for the phone, or null when phones would not read it as one of this relay. */
  tokenOf: (url: string) => string | null
}

const TIMEOUT_MS = 8_000
const MAX_BYTES = 64 * 1_024

const CREATED = 201
const COMPLETED = 200
const PENDING = 202
const UNAUTHORIZED = 401

const Token = z.string().regex(/^[\w-]{1,200}$/)
const Opened = z.object({ channelToken: Token, url: z.url(), nonce: z.string() })
const Pending = z.object({ nonce: z.string() })
const Completed = z.object({
  message: z.string().max(4_000).refine(isStorableText),
  signature: z.templateLiteral(['0x', z.string().regex(/^(?:[0-9a-fA-F]{2}){31,2000}$/)]),
  /** Unverified text of the relay: used as a label only. */
  username: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,62}$/)
    .nullish()
    .catch(null),
})

/**
 * Creates the client of a relay. Its methods:
 *
 * @throws {FarcasterUnreachableError} when the relay does not respond as documented.
 */
export function createFarcasterRelay(relayUrl: string): FarcasterRelay {
  const base = new URL(relayUrl)

  const send = async (
    path: string,
    request: Omit<Parameters<typeof guardedRequest>[1], 'isConfigured' | 'timeoutMs'>,
  ) => {
    try {
      return await guardedRequest(new URL(path, base), {
        isConfigured: isLoopbackHost(base.host),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        ...request,
      })
    } catch (cause) {
      throw new FarcasterUnreachableError({ cause })
    }
  }

  return {
    open: async ({ domain, uri, nonce, expiresAt }) => {
      const { status, text } = await send('/v1/channel', {
        method: 'POST',
        json: {
          siweUri: uri,
          domain,
          nonce,
          expirationTime: expiresAt.toISOString(),
          acceptAuthAddress: true,
        },
      })
      const opened = status === CREATED ? parse(Opened, text) : null
      if (opened?.nonce !== nonce) throw new FarcasterUnreachableError()
      return { token: opened.channelToken, url: opened.url }
    },
    read: async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      const { status, text } = await send('/v1/channel/status', { method: 'GET', headers })
      if (status === UNAUTHORIZED) return { kind: 'closed' }
      if (status === PENDING) return { kind: 'pending', ...parse(Pending, text) }
      if (status !== COMPLETED) throw new FarcasterUnreachableError()
      const { message, signature, username } = parse(Completed, text)
      return { kind: 'completed', message, signature, userName: username ?? null }
    },
    tokenOf: (text) => {
      const url = URL.parse(text)
      if (url === null || url.protocol !== base.protocol || !isSiteOf(base, url)) return null
      if (url.username !== '' || url.password !== '') return null
      const [entry, ...others] = [...url.searchParams]
      const [name, value] = entry ?? []
      const token = Token.safeParse(value)
      return name === 'channelToken' && others.length === 0 && token.success ? token.data : null
    },
  }
}

/** Phones open pages of the relay's site: `farcaster.xyz` for `relay.farcaster.xyz`. */
function isSiteOf(relay: URL, url: URL): boolean {
  if (url.host === relay.host) return true
  return url.port === '' && url.host.includes('.') && relay.host.endsWith(`.${url.host}`)
}

function parse<schema extends z.ZodType>(schema: schema, text: string): z.output<schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new FarcasterUnreachableError({ cause })
  }
}

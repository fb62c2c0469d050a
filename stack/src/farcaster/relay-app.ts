import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { Authenticate, type Channel, createChannels, OpenChannel } from './channels.ts'
import { farcasterMessage, type LocalFarcasterUser, localFarcasterUser } from './local-phone.ts'
import { PHONE_PAGE_HEADERS, renderPhonePage } from './phone-page.ts'

/** Key of the phone at the local relay. */
export const LOCAL_RELAY_KEY = 'local'

const PHONE_PATH = '/~/siwf'

export type RelayOptions = {
  /** Base URL of the relay. */
  url: () => string
  /** Registers an account on the chain before it signs. */
  register: (user: LocalFarcasterUser) => Promise<void>
}

const Decision = z.object({
  channelToken: z.string(),
  userName: z
    ._default(z.string(), '')
    .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9-]{0,15}$/)),
  decision: z.enum(['approve', 'reject']),
})

/** Routes of the local relay, with the REST of the public one, and of a page that stands in for the phone. */
export function relayApp({ url, register }: RelayOptions): Hono {
  const channels = createChannels()
  const app = new Hono()

  app.post('/v1/channel', async (c) => {
    const request = OpenChannel.safeParse(await readJson(c))
    if (!request.success) return c.json({ error: 'Validation error' }, 400)
    const channelToken = channels.open(request.data)
    const phoneUrl = `${url()}${PHONE_PATH}?channelToken=${channelToken}`
    const { nonce } = request.data
    return c.json({ channelToken, url: phoneUrl, connectUri: phoneUrl, nonce }, 201)
  })

  app.get('/v1/channel/status', (c) => {
    const token = bearerOf(c)
    const channel = channels.find(token)
    if (channel === undefined) return c.json({ error: 'Unauthorized' }, 401)
    const { request: signatureParams, result } = channel
    const { nonce } = signatureParams
    if (result === null) return c.json({ state: 'pending', nonce, signatureParams }, 202)
    channels.close(token)
    return c.json({ state: 'completed', nonce, signatureParams, ...result }, 200)
  })

  app.post('/v1/channel/authenticate', async (c) => {
    const result = Authenticate.safeParse(await readJson(c))
    const isPhone = c.req.header('x-farcaster-auth-relay-key') === LOCAL_RELAY_KEY
    const token = bearerOf(c)
    if (!isPhone || channels.find(token) === undefined)
      return c.json({ error: 'Unauthorized' }, 401)
    if (!result.success) return c.json({ error: 'Validation error' }, 400)
    channels.complete(token, result.data)
    return c.json({ state: 'completed' }, 201)
  })

  app.get(PHONE_PATH, (c) => {
    const token = c.req.query('channelToken') ?? ''
    return page(c, { token, channel: channels.find(token), outcome: null })
  })

  app.post(PHONE_PATH, async (c) => {
    const form = Decision.safeParse(await c.req.parseBody())
    if (!form.success) return c.text('A user name has letters, digits and hyphens.', 400)
    const { channelToken: token, userName, decision } = form.data
    const channel = channels.find(token)
    if (channel === undefined || channel.result !== null)
      return page(c, { token, channel: undefined, outcome: null })
    if (decision === 'reject') {
      channels.close(token)
      return page(c, { token, channel, outcome: 'rejected' })
    }
    const user = localFarcasterUser(userName)
    await register(user)
    channels.complete(token, await approval(channel, user))
    return page(c, { token, channel, outcome: 'approved' })
  })

  return app
}

async function approval(channel: Channel, user: LocalFarcasterUser) {
  const message = farcasterMessage(channel, user, new Date())
  const signature = await user.account.signMessage({ message })
  return { message, signature, fid: user.fid, username: user.userName }
}

async function page(c: Context, state: Parameters<typeof renderPhonePage>[0]): Promise<Response> {
  return c.body(await renderPhonePage(state), 200, PHONE_PAGE_HEADERS)
}

function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => null)
}

function bearerOf(c: Context): string {
  return /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
}

import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { LOCAL_CLIENT } from './local-client.ts'
import { accountId, type TestAccount } from './test-accounts.ts'

type IssuedToken = { provider: string; account: TestAccount }

const Body = z.object({ access_token: z.string() })

/** Adds the routes at which GitHub and Facebook tell a client whose token it has, and to whom it was issued. */
export function addTokenRoutes(
  app: Hono,
  findToken: (token: string) => IssuedToken | undefined,
): void {
  const { clientId, clientSecret } = LOCAL_CLIENT
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

  app.post('/github/applications/:client/token', async (c) => {
    if (c.req.header('authorization') !== `Basic ${credentials}`) return c.json({}, 401)
    const found = findToken(z.parse(Body, await c.req.json()).access_token)
    if (found?.provider !== 'github') return c.json({ message: 'Not Found' }, 404)
    const user = { id: accountId('github', found.account) }
    return c.json({ app: { client_id: clientId }, user })
  })

  app.get('/facebook/v23.0/debug_token', (c) => {
    const found = findToken(c.req.query('input_token') ?? '')
    const isOurs = c.req.query('access_token') === `${clientId}|${clientSecret}`
    if (!isOurs || found?.provider !== 'facebook') return c.json({ data: { is_valid: false } })
    const userId = String(accountId('facebook', found.account))
    return c.json({ data: { is_valid: true, app_id: clientId, user_id: userId } })
  })
}

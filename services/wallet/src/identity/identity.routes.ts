import { AccountField } from '@bullring/wire/caip-fields'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import type { NameResolver } from './resolve-name.ts'

/** GET /v1/identity/:address. An account without a name is no error. */
export function identityRoutes({ resolveName }: { resolveName: NameResolver }): Hono {
  return new Hono().get('/v1/identity/:address', async (c) => {
    const account = parse(AccountField, c.req.param('address'))
    return c.json(await resolveName(account))
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, test } from 'vitest'
import { startPancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, startGameService } from '../../testing/start-game-service.ts'

const TOKEN = 'a-token-of-the-operator-that-is-long-enough'

test('error: the admin of a foreign contract is not the operator of this installation', async () => {
  await using cleanup = new AsyncDisposableStack()
  const chain = await startPancakeChain()
  cleanup.defer(chain.stop)
  const database = await createTestDatabase(inject('postgresUrl'))
  cleanup.defer(() => database.drop())
  const session = {
    address: chain.traders.at(-1),
    chainId: 'eip155:31337',
    domain: 'play.example',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-02T00:00:00.000Z',
  }
  const wallet = createServer((_, response) => response.end(JSON.stringify(session)))
  cleanup.defer(() => void wallet.close())
  await new Promise<void>((resolve) => wallet.listen(0, '127.0.0.1', resolve))
  const game = await startGameService(chain, database.url, {
    OPERATOR_TOKEN: TOKEN,
    WALLET_SERVICE_URL: `http://127.0.0.1:${(wallet.address() as AddressInfo).port}`,
    GAME_SIGN_IN: 'optional',
  })
  cleanup.defer(game.stop)
  const statusFor = async (token: string) =>
    (await get(game, '/operator/report', { authorization: `Bearer ${token}` })).status
  expect(await statusFor(TOKEN)).toBe(200)
  expect(await statusFor('session-of-admin')).toBe(401)
})

import { toWei } from '@bullring/prediction/units'
import { readJson } from '@bullring/server/http/read-json'
import { FaucetRequest, type FaucetResponse } from '@bullring/wire/game-api/faucet'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { coinText } from '../market/round-figures.ts'
import type { FaucetCooldown } from './faucet.ts'
import type { SendCoins } from './send-coins.ts'

/** 10 coins of play money. */
const FAUCET_AMOUNT = toWei(10n ** 19n)

export type FaucetDeps = { cooldown: FaucetCooldown; sendCoins: SendCoins; nowMs: () => number }

/** Serves POST /api/faucet, on local chains only. */
export function faucetRoutes({ cooldown, sendCoins, nowMs }: FaucetDeps): Hono {
  return new Hono().post('/api/faucet', async (c) => {
    const { user_address: account } = parse(FaucetRequest, await readJson(c))
    cooldown.take(account, nowMs())
    try {
      const txHash = await sendCoins(account, FAUCET_AMOUNT)
      const body: FaucetResponse = { amount: coinText(FAUCET_AMOUNT), tx_hash: txHash }
      return c.json(body)
    } catch (error) {
      cooldown.release(account)
      throw error
    }
  })
}

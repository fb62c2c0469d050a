import { FaucetRequest, FaucetResponse } from '@bullring/game-api/faucet'
import { toWei } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { API_ERRORS } from '../http/errors.ts'
import { coinText } from '../market/round-figures.ts'
import type { FaucetCooldown } from './faucet.ts'
import type { SendCoins } from './send-coins.ts'

/** 10 coins of play money. */
const FAUCET_AMOUNT = toWei(10n ** 19n)

export type FaucetDeps = { cooldown: FaucetCooldown; sendCoins: SendCoins }

/** POST /api/faucet, served on local chains only: any account gets coins, once in `COOLDOWN_SECONDS`. */
export function faucetOperations({ cooldown, sendCoins }: FaucetDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/faucet',
      summary: 'Test coins on a local chain',
      body: FaucetRequest,
      response: FaucetResponse,
      errors: [...API_ERRORS, 404, 502],
      handler: async ({ body: { user_address: account } }) => {
        await cooldown.take(account)
        try {
          const txHash = await sendCoins(account, FAUCET_AMOUNT)
          return { amount: coinText(FAUCET_AMOUNT), tx_hash: txHash }
        } catch (error) {
          await cooldown.release(account)
          throw error
        }
      },
    }),
  ]
}

import { FaucetResponse } from '@bullring/game-api/faucet'
import { requestJson } from '@bullring/wire/http/request-json'
import type { Address } from 'viem'

/** The faucet waits for its transaction to be mined. */
const TIMEOUT_MS = 30_000

/**
 * Gets play money for an account.
 *
 * @returns The amount, in coins.
 */
export async function getPlayMoney(url: string, account: Address): Promise<string> {
  const body = { user_address: account }
  const { amount } = await requestJson({
    ...{ url, body, schema: FaucetResponse, timeoutMs: TIMEOUT_MS },
  })
  return amount
}

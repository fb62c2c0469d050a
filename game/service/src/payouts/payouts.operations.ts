import {
  PayoutSwitchRequest,
  PayoutSwitchResponse,
  SetPayoutSwitchRequest,
} from '@bullring/game-api/payouts'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { Address, Hex } from 'viem'
import { API_ERRORS, UnprovenAccountError } from '../http/errors.ts'
import { PayoutsNotOfferedError } from './errors.ts'
import type { PayoutSwitch } from './payouts.queries.ts'

export type PayoutsDeps = {
  /** Whether a market sends winnings. Throws for an unknown symbol. */
  isOffered: (symbol: string) => Promise<boolean>
  /** Finds the oldest round whose winnings are sent. */
  oldestEpoch: (symbol: string) => Promise<number>
  findSwitch: (symbol: string, account: Address) => Promise<PayoutSwitch>
  setSwitch: (account: Address, isOn: boolean) => Promise<void>
  /** @throws {WrongSignatureError} */
  isProven: (
    c: Context,
    request: { account: Address; isOn: boolean; signature: Hex | null },
  ) => Promise<boolean>
  /** Counts a change against the caller's limit; throws when it is used up. */
  takeChange: (c: Context) => void
}

/** POST /api/payout-switch and /api/set-payout-switch. */
export function payoutsOperations(deps: PayoutsDeps): readonly Operation[] {
  const read = async (symbol: string, account: Address) => {
    const [isOffered, oldest, found] = await Promise.all([
      deps.isOffered(symbol),
      deps.oldestEpoch(symbol),
      deps.findSwitch(symbol, account),
    ])
    return {
      is_offered: isOffered,
      is_on: found.isOn,
      changed_at: found.changedAt,
      oldest_epoch: oldest,
      refused_epochs: found.refusedEpochs,
    }
  }
  return [
    defineOperation({
      method: 'post',
      path: '/api/payout-switch',
      summary: 'Whether an account is sent its winnings automatically',
      body: PayoutSwitchRequest,
      response: PayoutSwitchResponse,
      errors: [...API_ERRORS, 404],
      handler: ({ body: { symbol, user_address: account } }) => read(symbol, account),
    }),
    defineOperation({
      method: 'post',
      path: '/api/set-payout-switch',
      summary: 'Switches that on or off',
      body: SetPayoutSwitchRequest,
      response: PayoutSwitchResponse,
      errors: [...API_ERRORS, 401, 404, 409],
      handler: async ({ body }, c) => {
        const { symbol, user_address: account, is_on: isOn, signature = null } = body
        // It can be switched off everywhere.
        if (!(await deps.isOffered(symbol)) && isOn) throw new PayoutsNotOfferedError()
        deps.takeChange(c)
        const request = { account, isOn, signature: signature as Hex | null }
        if (!(await deps.isProven(c, request))) throw new UnprovenAccountError()
        await deps.setSwitch(account, isOn)
        return await read(symbol, account)
      },
    }),
  ]
}

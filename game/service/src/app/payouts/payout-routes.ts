import { payoutMessage } from '@bullring/game-api/payouts'
import type { Operation } from '@bullring/server/operations/operation'
import { rowLimit } from '../../http/row-limit.ts'
import { payoutsOperations } from '../../payouts/payouts.operations.ts'
import { findSwitch, isServed, setSwitch } from '../../payouts/payouts.queries.ts'
import { createAccountProof } from '../account-proof.ts'
import type { GameDeps } from '../game-operations.ts'
import { canPayOut, oldestPaidEpoch } from './paid-rounds.ts'

/** Changes of one IP address a minute: each account is a row for good. */
const CHANGES_PER_MINUTE = 10

/** Declares the operations of winnings that are sent automatically. */
export function payoutRoutes({
  config,
  db,
  markets,
  limits,
}: Pick<GameDeps, 'config' | 'db' | 'markets' | 'limits'>): readonly Operation[] {
  const isProven = createAccountProof(config)
  return payoutsOperations({
    isOffered: async (symbol) => canPayOut(markets.find(symbol)) && (await isServed(db, symbol)),
    oldestEpoch: async (symbol) => {
      const { reads } = markets.find(symbol)
      return await oldestPaidEpoch(reads.usual)
    },
    findSwitch: (symbol, account) => findSwitch(db, symbol, account),
    setSwitch: (account, isOn) => setSwitch(db, account, isOn),
    isProven: (c, { account, isOn, signature }) =>
      isProven(c, {
        account,
        signature,
        messageFor: (game) => payoutMessage(isOn, account, game),
      }),
    takeChange: rowLimit({ config, limits }, 'payout switches', CHANGES_PER_MINUTE),
  })
}

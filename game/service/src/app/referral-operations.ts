import { referralMessage } from '@bullring/game-api/create-refer'
import type { Operation } from '@bullring/server/operations/operation'
import { rowLimit } from '../http/row-limit.ts'
import { createReferCodes } from '../referrals/refer-codes.ts'
import { referralsOperations } from '../referrals/referrals.operations.ts'
import { recordReferral } from '../referrals/referrals.queries.ts'
import { createAccountProof } from './account-proof.ts'
import type { GameDeps } from './game-operations.ts'

/** Referrals that one IP address may have recorded a minute: each is a row for good. */
const REFERRALS_PER_MINUTE = 20

/** Declares the operations of invitations, which the wallet service's sessions can prove. */
export function referralOperations({
  config,
  db,
  reads,
  limits,
}: Pick<GameDeps, 'config' | 'db' | 'reads' | 'limits'>): readonly Operation[] {
  const isProven = createAccountProof(config)
  return referralsOperations({
    codes: createReferCodes({ db, reads }),
    isProven: (c, { account, referCode, signature }) =>
      isProven(c, {
        account,
        signature,
        messageFor: (game) => referralMessage(referCode, account, game),
      }),
    recordReferral: (referral) => recordReferral(db, referral),
    takeReferral: rowLimit({ config, limits }, 'referrals', REFERRALS_PER_MINUTE),
  })
}

import { clientIp } from '@bullring/server/http/client-ip'
import type { Operation } from '@bullring/server/operations/operation'
import { signedInAccount } from '../http/signed-in-account.ts'
import { isProven } from '../referrals/prove-referral.ts'
import { createReferCodes } from '../referrals/refer-codes.ts'
import { referralsOperations } from '../referrals/referrals.operations.ts'
import { recordReferral } from '../referrals/referrals.queries.ts'
import type { GameRuntime } from './game-runtime.ts'

/** Referrals that one IP address may have recorded a minute: each is a row for good. */
const REFERRALS_PER_MINUTE = 20

/** The same for all addresses together. */
const ALL_REFERRALS_PER_MINUTE = 6_000

/** Declares the operations of invitations, which the wallet service's sessions can prove. */
export function referralOperations({
  config,
  db,
  databases,
  limits,
}: GameRuntime): readonly Operation[] {
  const { wallet, projectId, http } = config
  const game = {
    chainId: config.chain.id,
    market: config.markets[0].predictionAddress,
    publicOrigin: http.publicOrigin,
  }
  const referrals = limits.rateLimiter('referrals', REFERRALS_PER_MINUTE)
  const allReferrals = limits.rateLimiter('all referrals', ALL_REFERRALS_PER_MINUTE)
  const { publicOrigin, proxies } = http
  const source = wallet && { ...wallet, projectId, publicOrigin, proxies }
  return referralsOperations({
    codes: createReferCodes({ db, reads: databases.reads }),
    isProven: async (c, claim) => {
      const signedIn = source && (await signedInAccount(c, source))
      return await isProven({ ...claim, signedIn, game })
    },
    recordReferral: (referral) => recordReferral(db, referral),
    takeReferral: (c) => {
      referrals.take(clientIp(c, http.proxies), Date.now())
      allReferrals.take('', Date.now())
    },
  })
}

import { clientIp } from '@bullring/server/http/client-ip'
import type { Operation } from '@bullring/server/operations/operation'
import { signedInAccount } from '../http/signed-in-account.ts'
import { isProven } from '../referrals/prove-referral.ts'
import { referralsOperations } from '../referrals/referrals.operations.ts'
import {
  createReferCode,
  findInviter,
  findReferCode,
  recordReferral,
} from '../referrals/referrals.queries.ts'
import type { GameRuntime } from './game-runtime.ts'

/** Codes that one IP address may have created a minute: each is a row for good. */
const NEW_CODES_PER_MINUTE = 20

/** The same for all addresses together. */
const ALL_NEW_CODES_PER_MINUTE = 6_000

/** Declares the operations of invitations, which the wallet service's sessions can prove. */
export function referralOperations({ config, db, limits }: GameRuntime): readonly Operation[] {
  const { wallet, projectId, http } = config
  const game = {
    chainId: config.chain.id,
    market: config.markets[0].predictionAddress,
    publicOrigin: http.publicOrigin,
  }
  const newCodes = limits.rateLimiter('refer codes', NEW_CODES_PER_MINUTE)
  const allNewCodes = limits.rateLimiter('all refer codes', ALL_NEW_CODES_PER_MINUTE)
  const { publicOrigin, proxies } = http
  const source = wallet && { ...wallet, projectId, publicOrigin, proxies }
  return referralsOperations({
    findInviter: (code) => findInviter(db, code),
    isProven: async (c, claim) => {
      const signedIn = source && (await signedInAccount(c, source))
      return await isProven({ ...claim, signedIn, game })
    },
    recordReferral: (referral) => recordReferral(db, referral),
    findReferCode: (account) => findReferCode(db, account),
    createReferCode: (account) => createReferCode(db, account),
    takeNewCode: (c) => {
      newCodes.take(clientIp(c, http.proxies), Date.now())
      allNewCodes.take('', Date.now())
    },
  })
}

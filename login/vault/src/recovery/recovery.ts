import type { Envelope } from '@bullring/login-server/envelope/envelope'
import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { noticeReceivers } from '../db/notice-receivers.queries.ts'
import { findPasskeys, type StoredPasskey } from '../db/passkeys.queries.ts'
import type { Login } from '../logins/logins.queries.ts'
import { FRESH_SECONDS, requireLogin } from '../logins/require-login.ts'
import { takeAllowance } from '../take-allowance.ts'
import { RecoveryLimitError, UnknownWalletError } from './errors.ts'
import {
  findRecovery,
  logRelease,
  type StoredRecovery,
  type StoredShare,
} from './recovery.queries.ts'
import { type ReleaseNotice, releaseMail } from './release-mail.ts'
import { shareContext } from './share-context.ts'

export type RecoveryDeps = {
  db: Database
  envelope: Envelope
  sendMail: SendMail
  log: Logger
  /** Limit of handing out the share of one wallet. */
  releasesPerDay: number
}

const DAY = 86_400

export type ReleaseRequest = Omit<ReleaseNotice, 'time'> & { deviceId: string; walletId: string }

/** Response to a device: the share, or the ways in which passkeys open it. */
export type Released = { share: Buffer | null; passkeys: readonly StoredPasskey[] }

/**
 * Returns the share of a wallet, once the release is counted and logged, and mails the owner.
 *
 * @throws {RecoveryLimitError} from the fourth time a day on.
 */
export async function releaseShare(deps: RecoveryDeps, request: ReleaseRequest): Promise<Released> {
  const { db, envelope } = deps
  const { deviceId, walletId, place } = request
  const login = await requireLogin(db, deviceId, FRESH_SECONDS)
  const stored = await ownRecovery(db, login, walletId)
  await db.transaction().execute(async (trx) => {
    const windows = [{ seconds: DAY, max: deps.releasesPerDay }]
    const wait = await takeAllowance(trx, { kind: 'release', key: walletId, windows })
    if (wait > 0) throw new RecoveryLimitError(wait)
    await logRelease(trx, { walletId, deviceId, ip: place.ip })
  })
  const released =
    stored.share === null
      ? { share: null, passkeys: await findPasskeys(db, walletId) }
      : { share: await decryptShare(envelope, stored.share), passkeys: [] }
  await notify(deps, request)
  return released
}

/** Decrypts a stored share. */
export function decryptShare(envelope: Envelope, stored: StoredShare): Promise<Buffer> {
  return envelope.decrypt(stored, shareContext(stored))
}

async function ownRecovery(
  db: Database,
  { accountId }: Login,
  walletId: string,
): Promise<StoredRecovery> {
  const stored = await findRecovery(db, walletId)
  if (stored?.accountId !== accountId) throw new UnknownWalletError()
  return stored
}

/** A mail that fails does not keep the owner from the wallet. */
async function notify(
  { db, sendMail, log }: RecoveryDeps,
  { walletId, place, language }: ReleaseRequest,
): Promise<void> {
  const time = Math.floor(Date.now() / 1_000)
  const notice = releaseMail({ time, place, language })
  for (const email of await noticeReceivers(db, walletId)) {
    await sendMail(email, notice).catch((error: unknown) =>
      log.warn({ error: errorSummary(error) }, 'release notice not sent'),
    )
  }
}

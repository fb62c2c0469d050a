import { fromBase64Url } from '@bullring/login-api/base64url'
import type { CustodySession } from '@bullring/login-api/custody-api/session'
import { type WalletCreateRequest, walletProofText } from '@bullring/login-api/custody-api/wallet'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { Envelope } from '@bullring/login-server/envelope/envelope'
import { toBytes } from '@bullring/server/db/bytes'
import type { Kysely, Transaction } from 'kysely'
import { verifyMessage } from 'viem'
import type * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { trustDevice } from '../db/trusted-devices.queries.ts'
import { lockSession } from '../http/require-session.ts'
import { InvalidProofError, WalletExistsError } from './errors.ts'
import { authShareContext, recoveryShareContext } from './share-context.ts'
import { putAuthShare, toColumns } from './shares.queries.ts'

type NewWallet = z.output<typeof WalletCreateRequest>

/** The user who makes a wallet, and the device. */
type Owner = { session: CustodySession; device: RequestDevice }

export type CreateWalletDeps = { db: Kysely<CustodyTables>; envelope: Envelope; nowS: Clock }

/**
 * Stores a new wallet with both of the core's shares, all or nothing. Repeating the request changes nothing.
 *
 * @throws {InvalidProofError} @throws {WalletExistsError}
 */
export async function createWallet(
  { db, envelope, nowS }: CreateWalletDeps,
  owner: Owner,
  wallet: NewWallet,
): Promise<void> {
  const { device } = owner
  const deviceId = device.id
  await checkProof(wallet, owner)
  const { walletId } = wallet
  const [auth, recovery] = await Promise.all([
    envelope.encrypt(fromBase64Url(wallet.authShare), authShareContext(walletId, deviceId)),
    envelope.encrypt(fromBase64Url(wallet.recoveryShare), recoveryShareContext(walletId)),
  ])
  await db.transaction().execute(async (trx) => {
    // Another device may have ended the session meanwhile.
    const { user } = await lockSession(trx, nowS, device)
    if (!(await insertWallet(trx, user.id, wallet, nowS()))) return
    await trx
      .insertInto('recovery_shares')
      .values({ wallet_id: walletId, ...toColumns(recovery) })
      .execute()
    await putAuthShare(trx, { walletId, deviceId, record: auth }, nowS())
    // The address of a social account says nothing about who reads the mails of that address.
    if (user.provider === 'email' && user.email !== null) {
      await trustDevice(trx, { email: user.email, deviceId }, nowS())
    }
    // Until now the vault's assertion was enough: other sessions that it opened must not reach the wallet.
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where('device_id', '!=', deviceId)
      .execute()
  })
}

async function checkProof(wallet: NewWallet, { session, device }: Owner): Promise<void> {
  const message = walletProofText(wallet.walletId, session.user.id, device.id)
  const isProven = await verifyMessage({
    address: wallet.evm,
    message,
    signature: wallet.proof as `0x${string}`,
  }).catch(() => false)
  if (!isProven) throw new InvalidProofError()
}

/** Returns whether the wallet is new, or false when this very wallet is stored. */
async function insertWallet(
  trx: Transaction<CustodyTables>,
  userId: string,
  { walletId, evm, solana, prefersSmart = false }: NewWallet,
  nowS: number,
): Promise<boolean> {
  const added = await trx
    .insertInto('wallets')
    .values({
      id: walletId,
      user_id: userId,
      evm: toBytes(evm),
      solana,
      created_at: nowS,
      prefers_smart: prefersSmart,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) return true
  const stored = await trx
    .selectFrom('wallets')
    .select(['id', 'evm'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (stored?.id !== walletId || !stored.evm.equals(toBytes(evm))) throw new WalletExistsError()
  return false
}

import { toBytes } from '@bullring/server/db/bytes'
import type { Envelope } from '@bullring/server/envelope/envelope'
import { fromBase64Url } from '@bullring/wire/embedded/base64url'
import type { CustodySession } from '@bullring/wire/embedded/custody-api/session'
import {
  type WalletCreateRequest,
  walletProofText,
} from '@bullring/wire/embedded/custody-api/wallet'
import type { Kysely, Transaction } from 'kysely'
import { verifyMessage } from 'viem'
import type * as z from 'zod/mini'
import type { CustodyTables } from '../db/schema.ts'
import { trustDevice } from '../db/trusted-devices.queries.ts'
import { InvalidProofError, WalletExistsError } from './errors.ts'
import { authShareContext, recoveryShareContext } from './share-context.ts'
import { putAuthShare, toColumns } from './shares.queries.ts'

type NewWallet = z.output<typeof WalletCreateRequest>

/** The user who makes a wallet, and the device. */
type Owner = Pick<CustodySession, 'user'> & { deviceId: string }

export type CreateWalletDeps = { db: Kysely<CustodyTables>; envelope: Envelope }

/**
 * Stores a new wallet with both of the core's shares, all or nothing. Repeating the request changes nothing.
 *
 * @throws {InvalidProofError} @throws {WalletExistsError}
 */
export async function createWallet(
  { db, envelope }: CreateWalletDeps,
  owner: Owner,
  wallet: NewWallet,
  nowS: number,
): Promise<void> {
  const { deviceId, user } = owner
  await checkProof(wallet, owner)
  const { walletId } = wallet
  const [auth, recovery] = await Promise.all([
    envelope.encrypt(fromBase64Url(wallet.authShare), authShareContext(walletId, deviceId)),
    envelope.encrypt(fromBase64Url(wallet.recoveryShare), recoveryShareContext(walletId)),
  ])
  await db.transaction().execute(async (trx) => {
    if (!(await insertWallet(trx, user.id, wallet, nowS))) return
    await trx
      .insertInto('recovery_shares')
      .values({ wallet_id: walletId, ...toColumns(recovery) })
      .execute()
    await putAuthShare(trx, { walletId, deviceId, record: auth }, nowS)
    if (user.email !== null) await trustDevice(trx, { email: user.email, deviceId }, nowS)
    // Until now the vault's word was enough: other sessions that it opened must not reach the wallet.
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where('device_id', '!=', deviceId)
      .execute()
  })
}

async function checkProof(wallet: NewWallet, { user, deviceId }: Owner): Promise<void> {
  const message = walletProofText(wallet.walletId, user.id, deviceId)
  const isProven = await verifyMessage({
    address: wallet.evm,
    message,
    signature: wallet.proof as `0x${string}`,
  }).catch(() => false)
  if (!isProven) throw new InvalidProofError()
}

/** Returns whether the wallet is new; false when this very wallet is stored. */
async function insertWallet(
  trx: Transaction<CustodyTables>,
  userId: string,
  { walletId, evm, solana }: NewWallet,
  nowS: number,
): Promise<boolean> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const added = await trx
    .insertInto('wallets')
    .values({ id: walletId, user_id: userId, evm: toBytes(evm), solana, created_at: nowS })
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

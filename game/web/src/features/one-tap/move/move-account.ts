import type { EmbeddedConnectorProperties } from '@bullring/wallet-kit/embedded-connector'
import { type Address, type Client, numberToHex } from 'viem'
import { estimateGas, getBalance, getGasPrice } from 'viem/actions'
import * as z from 'zod/mini'
import { hasSucceeded } from '#chain/contract/has-succeeded.ts'
import { sendWithReturn } from '#chain/wallet/leave-page.ts'

/** Multiple of the fee that stays behind: the wallet estimates it by itself, for a later block. */
const FEE_MARGIN = 4n

const Hash = z.templateLiteral(['0x', z.string()])

/** The wallet, as far as a move needs it. */
export type MovingWallet = Pick<
  Awaited<ReturnType<EmbeddedConnectorProperties['loadWallet']>>,
  'request' | 'setPreferredAccount'
>

/** The transfer was reverted: all coins are where they were. */
export class MoveRevertedError extends Error {
  override readonly name = 'MoveRevertedError'
}

/** Sends the coins of an account to the player's smart account, with one approval, and then uses that one. */
export async function moveAccount(
  client: Client,
  wallet: MovingWallet,
  { from, to }: { from: Address; to: Address },
): Promise<void> {
  const value = await movable(client, { from, to })
  if (value <= 0n) return await wallet.setPreferredAccount('smartAccount')
  const params = [{ from, to, value: numberToHex(value) }]
  const sent = await sendWithReturn({ kind: 'move' }, () =>
    wallet.request({ method: 'eth_sendTransaction', params }),
  )
  await finishMove(client, wallet, sent)
}

/** Waits for the transfer that the wallet has sent, and then uses the smart account. */
export async function finishMove(
  client: Client,
  wallet: MovingWallet,
  sent: unknown,
): Promise<void> {
  const hash = z.parse(Hash, sent)
  // Where that is not known yet, the accounts switch.
  const isReverted = (await hasSucceeded(client, hash)) === false
  if (isReverted) throw new MoveRevertedError('The transfer was reverted.')
  await wallet.setPreferredAccount('smartAccount')
}

/** Returns the amount that a transfer of everything can move. */
async function movable(client: Client, { from, to }: { from: Address; to: Address }) {
  const balance = await getBalance(client, { address: from })
  if (balance === 0n) return 0n
  const [gas, price] = await Promise.all([
    estimateGas(client, { account: from, to, value: 1n }),
    getGasPrice(client),
  ])
  return balance - gas * price * FEE_MARGIN
}

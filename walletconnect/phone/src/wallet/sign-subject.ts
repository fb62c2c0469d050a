import { prepareTransaction } from '@bullring/approval/chain/prepare-transaction'
import { type Hex, keccak256, type PrivateKeyAccount, type PublicClient } from 'viem'
import type { Subject } from './read-request.ts'

/** Signs a message or typed data. */
export async function signData(
  subject: Extract<Subject, { kind: 'message' | 'typed-data' }>,
  account: PrivateKeyAccount,
): Promise<Hex> {
  return subject.kind === 'message'
    ? await account.signMessage({ message: { raw: subject.message } })
    : await account.signTypedData(subject.typedData)
}

/** Completes and signs a transaction. Nothing is sent. */
export async function signTransaction(
  { chainId, transaction: requested }: Extract<Subject, { kind: 'transaction' }>,
  account: PrivateKeyAccount,
  client: PublicClient,
): Promise<Hex> {
  const { unsigned } = await prepareTransaction(client, chainId, account.address, requested)
  return await account.signTransaction(unsigned)
}

/** Returns the response to a request for a transaction. */
export function toOutcome(signed: Hex, refusal: string | undefined) {
  if (refusal === undefined) return { result: keccak256(signed) }
  return { error: { code: TRANSACTION_REJECTED, message: refusal } }
}

/** EIP-1474. */
const TRANSACTION_REJECTED = -32_003

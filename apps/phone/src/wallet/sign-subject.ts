import type { PrivateKeyAccount, PublicClient } from 'viem'
import { keccak256 } from 'viem'
import { prepareTransaction } from '#chain/prepare-transaction.ts'
import type { Decision } from './outbox.ts'
import type { Subject } from './read-request.ts'

/** Signs what an app wants signed. A transaction is sent afterwards: its hash is known now. */
export async function signSubject(
  subject: Exclude<Subject, { kind: 'switch-chain' }>,
  account: PrivateKeyAccount,
  clientOf: (chainId: number) => PublicClient,
): Promise<Omit<Decision, 'id'>> {
  switch (subject.kind) {
    case 'message':
      return {
        outcome: { result: await account.signMessage({ message: { raw: subject.message } }) },
      }
    case 'typed-data':
      return { outcome: { result: await account.signTypedData(subject.typedData) } }
    case 'transaction': {
      const { chainId, transaction: requested } = subject
      const { address } = account
      const prepared = await prepareTransaction(clientOf(chainId), address, chainId, requested)
      const signed = await account.signTransaction(prepared.transaction)
      return { outcome: { result: keccak256(signed) }, transaction: { chainId, signed } }
    }
  }
}

import { createChainClient } from '@bullring/approval/chain/chain-client'
import { failureReason } from '@bullring/approval/chain/failure-reason'
import { toTransactionSubject } from '@bullring/approval/chain/transaction-details'
import {
  type RequestedTransaction,
  readTransaction,
} from '@bullring/approval/decode/requested-transaction'
import { TRANSACTION_MESSAGES } from '@bullring/approval/text/approval-messages'
import { failureText } from '@bullring/approval/text/failure-text'
import { accountAddress } from '@bullring/smart-account/account-address'
import { type Address, type Client, type Hex, isAddressEqual } from 'viem'
import { getTransactionCount, sendRawTransaction } from 'viem/actions'
import { TransactionRefusedError } from '#frame-errors.ts'
import { signTransaction } from '#keys/sign-evm.ts'
import { refuseControl } from '#smart-account/refuse-control.ts'
import {
  type ApprovalContext,
  requireChainId,
  toApprovalRequest,
  unlock,
} from './approval-context.ts'
import { createChainRequest } from './chain-client.ts'
import { throwIfUnconfirmed } from './throw-if-unconfirmed.ts'

const METHOD = 'eth_sendTransaction'

/** Handles `eth_sendTransaction`: shows what it does, signs and sends it. Returns its hash. */
export async function approveTransaction(
  context: ApprovalContext,
  params: readonly unknown[],
): Promise<Hex> {
  const chainId = requireChainId(context)
  const account = context.session.wallet.evm as Address
  const requested = readTransaction(params[0], account, chainId)
  const { to, value, data } = requested
  // The key may run transactions of its smart account directly, too.
  if (to) refuseControl([{ to, value, data }], accountAddress(account))
  const { markets } = context.services.config
  const chain = createChainRequest(chainId)
  const subject = toTransactionSubject(requested, { account, chainId, markets }, chain)
  const client = createChainClient(chain)
  const request = toApprovalRequest(context, subject)
  return await context.queue.ask(request, async (details) => {
    const { unsigned } = (details ?? (await subject.load())).prepared
    // The account may have sent another transaction while this one was read.
    const nonce = await nextNonce(client, account, requested)
    const signed = await unlock(context, { method: METHOD, params }, ({ evm, evmKey }) => {
      if (!isAddressEqual(evm, account)) throw new TransactionRefusedError('Wrong account.')
      return signTransaction({ ...unsigned, nonce }, evmKey)
    })
    return send(client, signed)
  })
}

async function nextNonce(
  client: Client,
  address: Address,
  { nonce }: RequestedTransaction,
): Promise<number> {
  return nonce ?? (await getTransactionCount(client, { address, blockTag: 'pending' }))
}

async function send(client: Client, serializedTransaction: Hex): Promise<Hex> {
  try {
    return await sendRawTransaction(client, { serializedTransaction })
  } catch (error) {
    throwIfUnconfirmed(error)
    const reason = failureText(failureReason(error), TRANSACTION_MESSAGES)
    throw new TransactionRefusedError(`The transaction was not sent. ${reason}`, { cause: error })
  }
}

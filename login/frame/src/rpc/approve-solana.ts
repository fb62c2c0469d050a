import { readMessage } from '@bullring/approval/decode/read-message'
import { InvalidRequestError } from '@bullring/approval/errors'
import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { base58 } from '@scure/base'
import type { ApprovalRequest, SolanaTransaction } from '#approval/approval-request.ts'
import { signSolanaMessage, signSolanaTransaction } from '#keys/sign-solana.ts'
import { decodeInstructions } from '#solana/decode-instructions.ts'
import { isTransactionMessage } from '#solana/is-transaction-message.ts'
import { networkFee } from '#solana/network-fee.ts'
import { readWireTransaction, type WireTransaction } from '#solana/read-transaction.ts'
import { signerIndex } from '#solana/signer-index.ts'
import { type ApprovalContext, toApprovalRequest, unlock } from './approval-context.ts'
import { createChainRequest } from './chain-client.ts'
import { requireConnection, sendSolana } from './send-solana.ts'

/** A request whose method begins with `solana_`. */
export type SolanaRequest = Extract<RpcRequest, { method: `solana_${string}` }>

/** A message of some 8,000 bytes. Decoding takes the square of the length. */
const MAX_MESSAGE_LENGTH = 11_000
/** More would not be read before they are approved. */
const MAX_TRANSACTIONS = 20

/** Shows a request for Solana to the user, and signs once approved. */
export async function approveSolana(
  context: ApprovalContext,
  request: SolanaRequest,
): Promise<unknown> {
  const { solana } = context.session.wallet
  const account = { type: 'eoa', address: solana } as const
  const onSolana = { ...context, account, chain: solanaChain(context) }
  switch (request.method) {
    case 'solana_signMessage':
      return await approveMessage(onSolana, request)
    case 'solana_signTransaction': {
      const { method, params } = request
      const [transaction] = await approveTransactions(onSolana, method, [params.transaction])
      return { transaction }
    }
    case 'solana_signAllTransactions': {
      const { method, params } = request
      return { transactions: await approveTransactions(onSolana, method, params.transactions) }
    }
    case 'solana_signAndSendTransaction':
      return { signature: await approveAndSend(onSolana, request) }
  }
}

/** Signatures are the same on all clusters: any will do while the app has selected an EVM chain. */
function solanaChain({ chain }: ApprovalContext): SolanaChainId {
  return typeof chain === 'number' ? 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' : chain
}

/** Returns the signature in base58. */
async function approveMessage(
  context: ApprovalContext,
  { method, params }: Extract<SolanaRequest, { method: 'solana_signMessage' }>,
): Promise<{ signature: string }> {
  if (params.pubkey !== context.session.wallet.solana) {
    throw new InvalidRequestError('The request is for another account than this wallet.')
  }
  const bytes = decodeMessage(params.message)
  if (isTransactionMessage(bytes)) {
    throw new InvalidRequestError(
      'The message is a transaction, which this wallet does not sign as a message.',
    )
  }
  const request = toApprovalRequest(context, readMessage(bytes, params.message))
  return await context.queue.ask(request, async () => ({
    signature: await unlock(context, { method, params }, ({ solanaKey }) =>
      signSolanaMessage(bytes, solanaKey),
    ),
  }))
}

/** Returns the signed transactions in base58. */
async function approveTransactions(
  context: ApprovalContext,
  method: SolanaRequest['method'],
  texts: readonly string[],
): Promise<readonly string[]> {
  const transactions = readTransactions(context, texts)
  return await context.queue.ask(showTransactions(context, transactions, false), async () => {
    const signed = await sign(context, { method, params: texts }, transactions)
    return signed.map((each) => base58.encode(each))
  })
}

/** Returns the signature of the sent transaction in base58. */
async function approveAndSend(
  context: ApprovalContext & { chain: SolanaChainId },
  { method, params }: Extract<SolanaRequest, { method: 'solana_signAndSendTransaction' }>,
): Promise<string> {
  const transactions = readTransactions(context, [params.transaction])
  const chain = createChainRequest(context.chain)
  await requireConnection(chain)
  return await context.queue.ask(showTransactions(context, transactions, true), async () => {
    const [signed] = await sign(context, { method, params }, transactions)
    if (signed === undefined) throw new InvalidRequestError('The request has no transaction.')
    return await sendSolana(chain, signed, params.options)
  })
}

/** A transaction, and this wallet's position among its signers. */
type OwnTransaction = { wire: WireTransaction; signer: number }

function readTransactions(
  { session }: ApprovalContext,
  texts: readonly string[],
): readonly OwnTransaction[] {
  if (texts.length === 0) throw new InvalidRequestError('The request has no transaction.')
  if (texts.length > MAX_TRANSACTIONS) {
    throw new InvalidRequestError(
      `This wallet signs ${MAX_TRANSACTIONS} transactions at once at most.`,
    )
  }
  return texts.map((text) => {
    const wire = readWireTransaction(text)
    return { wire, signer: signerIndex(wire.message, session.wallet.solana) }
  })
}

function showTransactions(
  context: ApprovalContext,
  transactions: readonly OwnTransaction[],
  isSent: boolean,
): ApprovalRequest {
  const shown = transactions.map(({ wire }, index) => describeTransaction(wire, index + 1))
  return toApprovalRequest(context, { kind: 'solana', transactions: shown, isSent })
}

function sign(
  context: ApprovalContext,
  purpose: { method: string; params: unknown },
  transactions: readonly OwnTransaction[],
): Promise<readonly Uint8Array[]> {
  return unlock(context, purpose, ({ solanaKey }) =>
    transactions.map(({ wire, signer }) => signSolanaTransaction(wire, signer, solanaKey)),
  )
}

/** Returns what the approval view shows of a transaction. */
export function describeTransaction({ message }: WireTransaction, id: number): SolanaTransaction {
  const instructions = decodeInstructions(message)
  return {
    id,
    instructions,
    feePayer: message.accounts[0] ?? '',
    fee: networkFee(message.signerCount, instructions),
    hasLookups: message.lookups.length > 0,
  }
}

function decodeMessage(text: string): Uint8Array {
  if (text.length > MAX_MESSAGE_LENGTH) throw new InvalidRequestError('The message is too long.')
  try {
    return base58.decode(text)
  } catch {
    throw new InvalidRequestError('The message is not in base58.')
  }
}

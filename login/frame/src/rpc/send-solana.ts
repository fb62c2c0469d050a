import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { base64 } from '@scure/base'
import { NotSupportedError, TransactionRefusedError } from '#frame-errors.ts'
import { throwIfUnconfirmed } from './throw-if-unconfirmed.ts'

type SendRequest = Extract<RpcRequest, { method: 'solana_signAndSendTransaction' }>
type SendOptions = SendRequest['params']['options']
type Commitment = NonNullable<NonNullable<SendOptions>['preflightCommitment']>

const NOT_FOUND = 404

/** Nodes have dropped the old names. */
const COMMITMENTS: Readonly<Record<Commitment, 'processed' | 'confirmed' | 'finalized'>> = {
  processed: 'processed',
  recent: 'processed',
  confirmed: 'confirmed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  finalized: 'finalized',
  root: 'finalized',
  max: 'finalized',
}

/** Failures that nodes name only in the text of an error. */
const REASONS: readonly [RegExp, string][] = [
  [/insufficient (?:lamports|funds)|debit an account/i, 'The balance does not cover it.'],
  [/blockhash not found/i, 'It has expired. Please start again.'],
  [/already been processed/i, 'It was sent before.'],
]

/** @throws {NotSupportedError} when the installation has no nodes of the cluster. */
export async function requireConnection(chain: ChainRequest): Promise<void> {
  try {
    await chain({ method: 'getBlockHeight' })
  } catch (error) {
    if (!(error instanceof ApiProblemError) || error.status !== NOT_FOUND) throw error
    throw new NotSupportedError('This wallet can sign for Solana, but not send.', { cause: error })
  }
}

/**
 * Sends a signed transaction and returns its signature in base58.
 *
 * @throws {TransactionRefusedError} when the node does not accept it.
 * @throws {TransactionUnconfirmedError} when the connection is lost.
 */
export async function sendSolana(
  chain: ChainRequest,
  signed: Uint8Array,
  { preflightCommitment, ...options }: NonNullable<SendOptions> = {},
): Promise<string> {
  const commitment = preflightCommitment && COMMITMENTS[preflightCommitment]
  try {
    const signature = await chain({
      method: 'sendTransaction',
      params: [
        base64.encode(signed),
        {
          encoding: 'base64',
          ...options,
          ...(commitment && { preflightCommitment: commitment }),
        },
      ],
    })
    return String(signature)
  } catch (error) {
    throwIfUnconfirmed(error)
    if (!(error instanceof ChainError)) throw error
    const reason = REASONS.find(([pattern]) => pattern.test(error.message))?.[1]
    throw new TransactionRefusedError(
      `The transaction was not sent. ${reason ?? 'The network does not accept it.'}`,
      { cause: error },
    )
  }
}

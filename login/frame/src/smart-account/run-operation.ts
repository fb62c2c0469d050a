import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { operationTypedData, withValidity } from '@bullring/smart-account/signatures'
import { type Client, type Hex, isAddressEqual } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { TransactionRefusedError } from '#frame-errors.ts'
import { signTypedData } from '#keys/sign-evm.ts'
import { type ApprovalContext, requireChainId, unlock } from '#rpc/approval-context.ts'
import { callOf, type PreparedOperation, readStart } from './prepare-operation.ts'
import { sendOperation } from './send-operation.ts'

/** The clients with which operations are read and sent. */
export type OperationClients = { client: Client; bundler: ChainRequest }

/** Sends what is signed and returns its hash, or throws: it may have been sent before. */
export type SendOnce = (hash: Hex, send: () => Promise<Hex>) => Promise<Hex>

/** Signs an approved operation and sends it. Returns its hash. */
export async function signAndSend(
  context: ApprovalContext,
  purpose: { method: string; params: unknown },
  { client, bundler, prepared }: OperationClients & { prepared: PreparedOperation },
  sendOnce: SendOnce = (_, send) => send(),
): Promise<Hex> {
  const chainId = requireChainId(context)
  const owner = context.session.wallet.evm
  // The account may have run another operation while this one was read.
  const operation = { ...prepared.operation, ...(await readStart(client, owner)) }
  const signature = await unlock(context, purpose, ({ evm, evmKey }) => {
    if (!isAddressEqual(evm, owner)) throw new TransactionRefusedError('Wrong account.')
    return withValidity(signTypedData(operationTypedData(operation, chainId), evmKey))
  })
  const signed = { ...operation, signature }
  const hash = getUserOperationHash({
    userOperation: signed,
    chainId,
    entryPointAddress: CONTRACTS.entryPoint,
    entryPointVersion: '0.7',
  })
  return await sendOnce(hash, () => sendOperation(bundler, callOf('eth_sendUserOperation', signed)))
}

import { createChainClient } from '@bullring/approval/chain/chain-client'
import { accountDeployment } from '@bullring/smart-account/account-address'
import { nestedTypedData, textTypedData } from '@bullring/smart-account/signatures'
import type { Address, Hex, TypedDataDefinition } from 'viem'
import { getCode } from 'viem/actions'
import { serializeErc6492Signature } from 'viem/utils'
import { signTypedData } from '#keys/sign-evm.ts'
import { type ApprovalContext, requireChainId, unlock } from '#rpc/approval-context.ts'
import { createChainRequest } from '#rpc/chain-client.ts'

/** Data that a smart account signs. */
export type Signable = { text: Uint8Array } | { typedData: TypedDataDefinition }

/** Signs for the smart account (ERC-1271); before its deployment, with the call that deploys it (ERC-6492). */
export async function signNested(
  context: ApprovalContext,
  purpose: { method: string; params: unknown },
  signable: Signable,
): Promise<Hex> {
  const chainId = requireChainId(context)
  const account = context.account.address as Address
  const code = await getCode(createChainClient(createChainRequest(chainId)), { address: account })
  const nested =
    'text' in signable
      ? textTypedData(account, { raw: signable.text }, chainId)
      : nestedTypedData(account, signable.typedData, chainId)
  const signature = await unlock(context, purpose, ({ evmKey }) => signTypedData(nested, evmKey))
  if (code !== undefined) return signature
  const { factory, factoryData } = accountDeployment(context.session.wallet.evm)
  return serializeErc6492Signature({ address: factory, data: factoryData, signature })
}

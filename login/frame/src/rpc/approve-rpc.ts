import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import { NotSupportedError } from '#frame-errors.ts'
import type { ApprovalContext } from './approval-context.ts'
import { approveMessage, approveTypedData } from './approve-signature.ts'
import { approveTransaction } from './approve-transaction.ts'

/** Shows a request to the user, and carries it out once approved. */
export async function approveRpc(context: ApprovalContext, request: RpcRequest): Promise<unknown> {
  switch (request.method) {
    case 'personal_sign':
      return await approveMessage(context, request.params)
    case 'eth_signTypedData_v4':
      return await approveTypedData(context, request.params)
    case 'eth_sendTransaction':
      if (context.account.type === 'eoa') return await approveTransaction(context, request.params)
      return await (await loadCalls()).approveCall(context, request)
    case 'solana_signMessage':
    case 'solana_signTransaction':
    case 'solana_signAllTransactions':
    case 'solana_signAndSendTransaction': {
      // The view too: a failure to load it ends the request.
      const [{ approveSolana }] = await Promise.all([
        import('./approve-solana.ts'),
        import('#solana/solana-approval.tsx'),
      ])
      return await approveSolana(context, request)
    }
    case 'wallet_sendCalls':
      if (context.account.type === 'smartAccount') {
        return await (await loadCalls()).approveCalls(context, request)
      }
      throw new NotSupportedError(
        'This account cannot send several calls at once. Send them one by one with eth_sendTransaction.',
      )
    case 'wallet_grantPermissions':
      return await (await loadPermissions()).grantPermissions(context, request)
    case 'wallet_revokePermissions':
      return await (await loadPermissions()).revokePermissions(context, request)
    default:
      throw new NotSupportedError(`This wallet does not support ${request.method}.`)
  }
}

/** The view too: a failure to load it ends the request. */
async function loadCalls() {
  const [calls] = await Promise.all([
    import('#smart-account/approve-calls.ts'),
    import('#smart-account/calls-approval.tsx'),
  ])
  return calls
}

/** @see loadCalls */
async function loadPermissions() {
  const [permissions] = await Promise.all([
    import('#smart-account/approve-permissions.ts'),
    import('#smart-account/session-approval.tsx'),
  ])
  return permissions
}

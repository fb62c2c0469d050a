import { RevocationRequest } from '@bullring/accounts-api/sessions/permissions'
import { createChainClient } from '@bullring/approval/chain/chain-client'
import { readCoinPrice } from '@bullring/approval/chain/coin-price'
import { InvalidRequestError } from '@bullring/approval/errors'
import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import type { Call } from '@bullring/smart-account/calls'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { hasSessionModule } from '@bullring/smart-account/read-sessions'
import { type Session, sessionId } from '@bullring/smart-account/session'
import { grantCalls, revokeCall } from '@bullring/smart-account/session-calls'
import { revocationTypedData } from '@bullring/smart-account/session-signatures'
import { nestedTypedData } from '@bullring/smart-account/signatures'
import type { Address, Client, Hex } from 'viem'
import { getCode } from 'viem/actions'
import * as z from 'zod/mini'
import type { OperationDetails, SessionSubject } from '#approval/approval-request.ts'
import { NotSupportedError, TransactionRefusedError } from '#frame-errors.ts'
import { signTypedData } from '#keys/sign-evm.ts'
import {
  type ApprovalContext,
  requireChainId,
  toApprovalRequest,
  unlock,
} from '#rpc/approval-context.ts'
import { createChainRequest } from '#rpc/chain-client.ts'
import { createBundlerRequest } from './bundler-client.ts'
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts'
import { readGrant } from './requested-grant.ts'
import { signAndSend } from './run-operation.ts'
import { waitForTransaction } from './send-operation.ts'

type Grant = Extract<RpcRequest, { method: 'wallet_grantPermissions' }>
type Revoke = Extract<RpcRequest, { method: 'wallet_revokePermissions' }>

/**
 * Handles `wallet_grantPermissions` (ERC-7715): one approval for what a key may do from then on. One operation deploys
 * the account if needed, enables the module for session keys and grants. Returns the request with the session's id.
 */
export async function grantPermissions(
  context: ApprovalContext,
  { method, params }: Grant,
): Promise<unknown> {
  const { account, chainId, client } = requireSmartAccount(context)
  const { markets } = context.services.config
  const nowS = Math.floor(Date.now() / 1_000)
  const granted = readGrant(params, { account, chainId, markets, nowS })
  await requireModule(client)
  const { session } = granted
  const [requested] = params
  const id = sessionId(session)
  return await approveOperation(context, {
    purpose: { method, params },
    readCalls: () => readGrantCalls(client, account, session),
    show: (load) => ({ kind: 'grant', ...granted, load }),
    finish: () => ({
      ...(requested as object),
      address: account,
      context: id,
      permissionsContext: id,
    }),
  })
}

/**
 * Handles `wallet_revokePermissions`: ends a session on the chain. Returns the account's signature of the revocation,
 * which wallet kits post to `/v1/sessions/{address}/revoke`.
 */
export async function revokePermissions(
  context: ApprovalContext,
  { method, params }: Revoke,
): Promise<Hex> {
  const { account, chainId } = requireSmartAccount(context)
  const id = readSessionId(params)
  const purpose = { method, params }
  const typedData = nestedTypedData(account, revocationTypedData(account, id, chainId), chainId)
  return await approveOperation(context, {
    purpose,
    readCalls: () => Promise.resolve([revokeCall(id)]),
    show: (load) => ({ kind: 'revocation', id, load }),
    finish: () => unlock(context, purpose, ({ evmKey }) => signTypedData(typedData, evmKey)),
  })
}

type SessionOperation<result> = {
  purpose: { method: string; params: unknown }
  readCalls: () => Promise<readonly Call[]>
  show: (load: () => Promise<OperationDetails>) => SessionSubject
  /** Returns the reply, once the calls are on the chain. */
  finish: () => result | Promise<result>
}

/** Shows what the calls mean and runs them. */
async function approveOperation<result>(
  context: ApprovalContext,
  { purpose, readCalls, show, finish }: SessionOperation<result>,
): Promise<result> {
  const { services, session, queue } = context
  const { chainId, client } = requireSmartAccount(context)
  const bundler = createBundlerRequest(services.custody, session)
  let prepared: PreparedOperation | undefined
  const load = async (): Promise<OperationDetails> => {
    const calls = await readCalls()
    const [operation, coinPrice] = await Promise.all([
      prepareOperation(client, bundler, { owner: session.wallet.evm, calls }),
      readCoinPrice(client, chainId, services.config.markets),
    ])
    prepared = operation
    return { prepared: operation, coinPrice }
  }
  return await queue.ask(toApprovalRequest(context, show(load)), async () => {
    if (prepared === undefined) await load()
    if (prepared === undefined) throw new TransactionRefusedError('It could not be prepared.')
    const hash = await signAndSend(context, purpose, { client, bundler, prepared })
    await waitForTransaction(bundler, hash)
    return await finish()
  })
}

async function readGrantCalls(
  client: Client,
  account: Address,
  session: Session,
): Promise<readonly Call[]> {
  const isDeployed = (await getCode(client, { address: account })) !== undefined
  const isEnabled = isDeployed && (await hasSessionModule(client, account))
  return grantCalls(account, session, { isEnabled })
}

/** A call of an address without code would succeed, and grant nothing. */
async function requireModule(client: Client): Promise<void> {
  if ((await getCode(client, { address: SESSION_MODULE })) !== undefined) return
  throw new NotSupportedError('This network has no session keys.')
}

function requireSmartAccount(context: ApprovalContext) {
  const chainId = requireChainId(context)
  const { type, address } = context.account
  if (type !== 'smartAccount') {
    throw new NotSupportedError(
      'Only a smart account can permit a site to act. Switch to it first.',
    )
  }
  const client = createChainClient(createChainRequest(chainId))
  return { account: address as Address, chainId, client }
}

/** Apps send the parameters in a list or alone. */
function readSessionId(params: unknown): Hex {
  const given: unknown = Array.isArray(params) ? params[0] : params
  const parsed = z.safeParse(RevocationRequest, given)
  if (!parsed.success) throw new InvalidRequestError('The request names no session to end.')
  return 'pci' in parsed.data ? parsed.data.pci : parsed.data.permissionsContext
}

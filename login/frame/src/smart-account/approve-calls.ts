import { type ChainRequest, createChainClient } from '@bullring/approval/chain/chain-client'
import { readCoinPrice } from '@bullring/approval/chain/coin-price'
import { readToken } from '@bullring/approval/chain/read-token'
import { roundToClose } from '@bullring/approval/chain/round-to-close'
import { simulateCalls } from '@bullring/approval/chain/simulate-call'
import { decodeCall, isUnclear, movesTokens } from '@bullring/approval/decode/decode-call'
import { readTransaction } from '@bullring/approval/decode/requested-transaction'
import { InvalidRequestError } from '@bullring/approval/errors'
import type { RpcRequest } from '@bullring/login-api/frame-messages/rpc-request'
import type { Call } from '@bullring/smart-account/calls'
import type { Address, Client, Hex } from 'viem'
import type { CallsDetails, ShownCall } from '#approval/approval-request.ts'
import { TransactionRefusedError } from '#frame-errors.ts'
import { type ApprovalContext, requireChainId, toApprovalRequest } from '#rpc/approval-context.ts'
import { createChainRequest } from '#rpc/chain-client.ts'
import { createBundlerRequest } from './bundler-client.ts'
import { formatCallsId } from './calls-id.ts'
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts'
import { refuseControl } from './refuse-control.ts'
import { readCalls } from './requested-calls.ts'
import { type SendOnce, signAndSend } from './run-operation.ts'
import { waitForTransaction } from './send-operation.ts'
import { duplicateId } from './sent-calls.ts'

type SendCalls = Extract<RpcRequest, { method: 'wallet_sendCalls' }>

/** Handles `wallet_sendCalls`: one approval and one operation for all calls. Returns their id. */
export async function approveCalls(
  context: ApprovalContext,
  { method, params }: SendCalls,
): Promise<string | { id: string }> {
  const chainId = requireChainId(context)
  const {
    version,
    calls,
    id: given,
  } = readCalls(params, context.account.address as Address, chainId)
  const ids = await context.services.sentCallIds(context.session.wallet)
  if (given !== undefined && (await ids.find(given)) !== undefined) throw duplicateId()
  const sendOnce: SendOnce = async (hash, send) =>
    given === undefined ? await send() : await ids.sendOnce(given, { version, chainId, hash }, send)
  const hash = await approveAndSend(context, { method, params, calls, sendOnce })
  const id = given ?? formatCallsId({ version, chainId, hash })
  return version === '1.0' ? id : { id }
}

/** Handles `eth_sendTransaction` of a smart account: one call. Returns the hash of the transaction that ran it. */
export async function approveCall(
  context: ApprovalContext,
  { method, params }: { method: string; params: readonly unknown[] },
): Promise<Hex> {
  const chainId = requireChainId(context)
  const { to, value, data } = readTransaction(
    params[0],
    context.account.address as Address,
    chainId,
  )
  if (to === null) throw new InvalidRequestError('A smart account cannot create contracts.')
  const calls = [{ to, value, data }]
  const bundler = createBundlerRequest(context.services.custody, context.session)
  return await approveAndSend(context, { method, params, calls }, (hash) =>
    waitForTransaction(bundler, hash),
  )
}

type Requested = {
  method: string
  params: unknown
  calls: readonly Call[]
  sendOnce?: SendOnce
}

/** @param finish - Runs before the view closes; returns the hash in place of the operation's. */
async function approveAndSend(
  context: ApprovalContext,
  { method, params, calls, sendOnce }: Requested,
  finish = (hash: Hex): Promise<Hex> => Promise.resolve(hash),
): Promise<Hex> {
  const chainId = requireChainId(context)
  const account = context.account.address as Address
  refuseControl(calls, account)
  const owner = context.session.wallet.evm
  const { custody, config } = context.services
  const chain = createChainRequest(chainId)
  const client = createChainClient(chain)
  const bundler = createBundlerRequest(custody, context.session)
  const shown = calls.map((call, index) => ({
    ...call,
    id: index + 1,
    call: decodeCall(call, { chainId, markets: config.markets, account }),
  }))
  const bet = shown.find(({ call }) => call.kind === 'bet')
  const round = bet === undefined ? null : roundToClose(client, bet)
  let prepared: PreparedOperation | undefined
  const load = async (): Promise<CallsDetails> => {
    const [operation, coinPrice, details] = await Promise.all([
      prepareOperation(client, bundler, { owner, calls }),
      readCoinPrice(client, chainId, config.markets),
      readDetails(account, { chain, client, shown }),
    ])
    prepared = operation
    return { prepared: operation, coinPrice, ...details }
  }
  const request = toApprovalRequest(context, { kind: 'calls', calls: shown, round, load })
  return await context.queue.ask(request, async () => {
    if (prepared === undefined) await load()
    if (prepared === undefined) throw new TransactionRefusedError('It could not be prepared.')
    const purpose = { method, params }
    const operation = { client, bundler, prepared }
    return await finish(await signAndSend(context, purpose, operation, sendOnce))
  })
}

/** Reads the tokens that calls move, and simulates all calls together when one of them is unclear. */
async function readDetails(
  account: Address,
  { chain, client, shown }: { chain: ChainRequest; client: Client; shown: readonly ShownCall[] },
): Promise<Pick<CallsDetails, 'tokens' | 'simulation'>> {
  const tokens = await Promise.all(
    shown.map(({ call, to }) => (movesTokens(call) ? readToken(client, to) : null)),
  )
  const hasUnclear = shown.some(({ call }, index) => isUnclear(call, tokens[index] ?? null))
  const simulation = hasUnclear
    ? await simulateCalls(chain, client, { account, calls: shown })
    : null
  return { tokens, simulation }
}

import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { CallsNotSentError } from '@bullring/wallet-kit/calls-not-sent-error'
import { type Address, ContractFunctionRevertedError, type Hex, isHash } from 'viem'
import type { Config } from 'wagmi'
import { getConnection, sendCalls, waitForCallsStatus } from 'wagmi/actions'
import { safe } from '../safe/safe.ts'
import { readCapabilities } from './read-capabilities.ts'
import { sentOrDone } from './sent-or-done.ts'
import { waitUntilMined } from './wait-until-mined.ts'

type Account = { account: Address; chainId: number }

/** A call that a batch contains. */
export type BatchedCall = { to: Address; data: Hex; value?: bigint }

type Support = 'supported' | 'unsupported' | 'late'

/** A wallet that does not know the method may never reply. */
const CAPABILITIES_TIMEOUT_MS = 3_000

/** Long enough for any fee: a slow batch is not reported as failed. */
const MINED_TIMEOUT_MS = 3_600_000

/** Read once per account: some wallets forward the question to a phone. */
const known = new Map<string, Promise<Support>>()

/**
 * Returns whether the wallet runs several calls as one, all or none (EIP-5792), which takes a smart account. False for
 * a wallet that would first turn the account into one: markets may refuse such accounts.
 */
export async function canBatch(config: Config, { account, chainId }: Account): Promise<boolean> {
  const { connector } = getConnection(config)
  if (connector === undefined) return false
  const key = `${connector.uid} ${account} ${chainId}`
  const reading = known.get(key) ?? readSupport(config, { account, chainId })
  known.set(key, reading)
  const support = await reading
  if (support === 'late') known.delete(key)
  return support === 'supported'
}

async function readSupport(config: Config, { account, chainId }: Account): Promise<Support> {
  const late = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), CAPABILITIES_TIMEOUT_MS)
  })
  const reading = readCapabilities(config, { account, chainId }).then(
    ({ atomic }) => (atomic?.status === 'supported' ? 'supported' : 'unsupported'),
    () => 'unsupported' as const,
  )
  return await Promise.race([reading, late])
}

type BatchSending = {
  last: 'betBull' | 'betBear' | 'claim'
  isDone: () => Promise<boolean>
  isOver?: (() => Promise<boolean>) | undefined
  onSent?: (() => void) | undefined
}

/**
 * Sends calls as one, and waits until they are mined.
 *
 * @param sending - `last`: the function of the contract that the text of a failure names. `isDone`: whether the chain shows
 *   the calls, for a wallet that does not name them. `isOver`: whether the contract no longer accepts them. `send`: sends
 *   them, for a page that another one goes on with.
 * @throws {ContractFunctionRevertedError} when they were reverted.
 * @throws {CallsNotSentError} when the wallet gave them up.
 * @throws {OutcomeUnknownError} when the wallet does not name them and the chain does not show them.
 */
export async function sendBatch(
  config: Config,
  { account, chainId, calls }: Account & { calls: readonly BatchedCall[] },
  { send = (call) => call(), ...sending }: BatchSending & { send?: Send },
): Promise<void> {
  const response = send(() => sendCalls(config, { account, chainId, calls, forceAtomic: true }))
  await followBatch(config, response, sending)
}

type Send = (call: () => Promise<unknown>) => Promise<unknown>

/** Waits until calls are mined that the wallet was asked to send: the second half of {@link sendBatch}. */
export async function followBatch(
  config: Config,
  response: Promise<unknown>,
  { last, onSent, ...ends }: BatchSending,
): Promise<void> {
  const id = await sentOrDone({ response, read: readId, ...ends })
  if (id === null) return
  onSent?.()
  if (safe() !== null && isHash(id)) {
    await waitUntilMined(config.getClient(), { hash: id, functionName: last, ...ends })
    return
  }
  const { statusCode, receipts = [] } = await waitForCallsStatus(config, {
    id,
    timeout: MINED_TIMEOUT_MS,
  })
  if (statusCode >= 400 && statusCode < 500) throw new CallsNotSentError()
  // Version 1.0 reports a failure in the receipt only.
  if (statusCode >= 500 || receipts.some(({ status }) => status === 'reverted')) {
    throw new ContractFunctionRevertedError({ abi: predictionAbi, functionName: last })
  }
}

function readId(response: unknown): string | undefined {
  const isBundle = typeof response === 'object' && response !== null && 'id' in response
  return isBundle && typeof response.id === 'string' && response.id !== '' ? response.id : undefined
}

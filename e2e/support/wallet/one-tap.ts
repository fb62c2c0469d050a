import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import {
  type Session,
  type SessionCall,
  sessionArgument,
  sessionId,
} from '@bullring/smart-account/session'
import { encodeSessionCall, type SignedSessionCall } from '@bullring/smart-account/session-calls'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { sessionCallHash } from '@bullring/smart-account/session-signatures'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { expect, type Page } from '@playwright/test'
import {
  BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  http,
  numberToHex,
} from 'viem'
import type { ChainDriver } from '../chain/chain-driver.ts'
import { mineSoon } from '../chain/mine-soon.ts'

const CHAIN_ID = 31_337
/** Order of the points of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

type Stored = { account: Hex; session: Session }

/** Reads the session that the page keeps in IndexedDB. Its key cannot be read. */
function readSession(page: Page): Promise<Stored & { isExtractable: boolean }> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('bullring-one-tap')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('sessions').objectStore('sessions').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    const [{ account, session, privateKey }] = reading.result
    // For `signInPage`, also once the page has destroyed the key.
    Object.assign(window, { heldKey: privateKey })
    return { account, session, isExtractable: privateKey.extractable }
  })
}

/** Signs in the page, with the key that `readSession` has found. */
async function signInPage(page: Page, hash: Hex): Promise<[Hex, Hex]> {
  const bytes = await page.evaluate(
    async (message) => {
      const key: CryptoKey = Reflect.get(window, 'heldKey')
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      return [...new Uint8Array(await crypto.subtle.sign(algorithm, key, new Uint8Array(message)))]
    },
    [...hexToBytes(hash)],
  )
  const [r, s] = [bytes.slice(0, 32), bytes.slice(32)].map((part) =>
    BigInt(`0x${Buffer.from(part).toString('hex')}`),
  )
  if (r === undefined || s === undefined) throw new Error('There is no signature')
  const low = s > ORDER / 2n ? ORDER - s : s
  return [numberToHex(r, { size: 32 }), numberToHex(low, { size: 32 })]
}

/** A session as a page sees it that misuses its key. */
export type HeldSession = {
  isExtractable: boolean
  stored: Stored
  /** Signs a bet of the whole limit per call on the open round. */
  signBet: (nonce: number) => Promise<SignedSessionCall>
}

/** Takes the session's key from the page, as far as its scripts can. */
export async function holdSession(page: Page, chain: ChainDriver): Promise<HeldSession> {
  const { isExtractable, ...stored } = await readSession(page)
  const { account, session } = stored
  const id = sessionId(session)
  return {
    isExtractable,
    stored,
    signBet: async (nonce) => {
      const epoch = BigInt(await chain.openEpoch())
      const { timestamp } = await chain.client.getBlock()
      const call: SessionCall = {
        to: chain.market.prediction,
        value: session.valuePerCall,
        data: encodeFunctionData({ abi: predictionAbi, functionName: 'betBull', args: [epoch] }),
        nonce,
        deadline: Number(timestamp) + 120,
      }
      const hash = sessionCallHash({ account, id, call, chainId: CHAIN_ID })
      return { account, session, call, signature: await signInPage(page, hash) }
    },
  }
}

/**
 * Sends a call of a session to the contract, without any of our services. Returns the module's error, with which the
 * transaction has reverted; null, without sending it, for a call that the module would make.
 */
export async function refusalOnChain(
  { client, rpcUrl }: ChainDriver,
  signed: SignedSessionCall,
): Promise<string | null> {
  const [account] = localAccounts(1).traders
  if (account === undefined) throw new Error('There is no trader')
  const refusal = await readRefusal(client, signed)
  if (refusal === null) return null
  const chain = localChain(CHAIN_ID, rpcUrl)
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const { to, data } = encodeSessionCall(signed)
  const hash = await wallet.sendTransaction({ to, data, gas: 1_000_000n })
  await mineSoon(rpcUrl)
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('reverted')
  return refusal
}

async function readRefusal(
  client: ChainDriver['client'],
  { account, session, call, signature }: SignedSessionCall,
): Promise<string | null> {
  const { nonce, deadline, ...rest } = call
  const numbers = { nonce: BigInt(nonce), deadline: BigInt(deadline) }
  try {
    await client.simulateContract({
      address: SESSION_MODULE,
      abi: sessionModuleAbi,
      functionName: 'execute',
      args: [account, sessionArgument(session), { ...rest, ...numbers }, signature],
    })
    return null
  } catch (error) {
    const isRevert = (each: unknown) => each instanceof ContractFunctionRevertedError
    const revert = error instanceof BaseError ? error.walk(isRevert) : null
    if (!(revert instanceof ContractFunctionRevertedError)) throw error
    return revert.data?.errorName ?? 'unknown'
  }
}

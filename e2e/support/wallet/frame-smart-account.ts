import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { expect } from '@playwright/test'
import { encodeFunctionData, type Hex, numberToHex, parseEther, stringToHex } from 'viem'
import { isErc6492Signature } from 'viem/utils'
import { type ChainDriver, setBalance } from '../chain/chain-driver.ts'
import { mineSoon } from '../chain/mine-soon.ts'
import { expectAccessible } from '../page/accessibility.ts'
import type { FrameParent } from './frame-parent.ts'
import { approveInWindow } from './wallet-window.ts'

const SOMEONE = '0x000000000000000000000000000000000000bEEF'

type Calls = readonly { to: string; value?: string; data?: string }[]

/** Uses the smart account of a visitor as an app does: signatures before and after its deployment, calls of both versions. */
export async function useSmartAccount(parent: FrameParent, chain: ChainDriver): Promise<void> {
  expect(await parent.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toMatchObject({
    payload: { smartAccountEnabledNetworks: [31_337] },
  })
  const { payload } = await parent.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })
  const { address } = payload as { address: Hex }
  await setBalance(chain.rpcUrl, address, parseEther('1'))

  // Without code, the signature also names the call that deploys the account (ERC-6492).
  expect(isErc6492Signature(await signsText(parent, chain, address))).toBe(true)
  expect(isErc6492Signature(await signsTypedData(parent, chain, address))).toBe(true)

  // Both batches must fit into one round: start with a whole one.
  await chain.lockOpenRound(860_00000000n)
  const bet = {
    to: chain.market.prediction,
    value: numberToHex(parseEther('0.05')),
    data: encodeFunctionData({
      abi: predictionAbi,
      functionName: 'betBear',
      args: [BigInt(await chain.openEpoch())],
    }),
  }
  const first = await sendCalls(parent, chain, { version: '1.0', from: address, calls: [bet, bet] })
  expect(first).toMatchObject({ message: expect.stringMatching(/rejected/i) })
  const id = await sendCalls(parent, chain, { version: '1.0', from: address, calls: [bet] })
  expect(await statusOf(parent, chain, id, 'CONFIRMED')).toEqual({
    status: 'CONFIRMED',
    receipts: [expect.objectContaining({ status: '0x1', transactionHash: expect.any(String) })],
  })

  expect(isErc6492Signature(await signsText(parent, chain, address))).toBe(false)
  expect(isErc6492Signature(await signsTypedData(parent, chain, address))).toBe(false)

  const send = { to: SOMEONE, value: numberToHex(parseEther('0.01')) }
  const sent = await sendCalls(parent, chain, {
    version: '2.0.0',
    from: address,
    chainId: numberToHex(31_337),
    calls: [send, send],
    id: 'id of the app',
  })
  const second = (sent as { id: string }).id
  expect(second).toBe('id of the app')
  expect(await statusOf(parent, chain, second, 200)).toMatchObject({
    version: '2.0.0',
    id: second,
    chainId: numberToHex(31_337),
    atomic: true,
    receipts: [{ status: '0x1' }],
  })
  const again = { version: '2.0.0', from: address, calls: [send], id: second }
  const request = { method: 'wallet_sendCalls', params: [again] }
  expect(await parent.ask('RPC_REQUEST', request)).toMatchObject({ payload: { code: 5_720 } })
  expect(await parent.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toMatchObject({
    payload: { type: 'eoa' },
  })
}

async function signsText(parent: FrameParent, chain: ChainDriver, address: Hex): Promise<Hex> {
  const message = `Hello ${crypto.randomUUID()}`
  const params = [stringToHex(message), address]
  const signature = await signs(parent, { method: 'personal_sign', params })
  expect(await chain.client.verifyMessage({ address, message, signature })).toBe(true)
  return signature
}

async function signsTypedData(parent: FrameParent, chain: ChainDriver, address: Hex): Promise<Hex> {
  const typed = {
    domain: { name: 'A shop', chainId: 31_337 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'A red cape' },
  } as const
  const params = [address, JSON.stringify(typed)]
  const signature = await signs(parent, { method: 'eth_signTypedData_v4', params })
  expect(await chain.client.verifyTypedData({ address, ...typed, signature })).toBe(true)
  const other = { ...typed, address, signature, message: { item: 'A blue cape' } }
  expect(await chain.client.verifyTypedData(other)).toBe(false)
  return signature
}

async function signs(
  parent: FrameParent,
  request: { method: string; params: readonly unknown[] },
): Promise<Hex> {
  const reply = parent.ask('RPC_REQUEST', request)
  await parent.show()
  await approveInWindow(parent.page, parent.frame)
  const { payload } = await reply
  await parent.hide()
  return payload as Hex
}

type Bundle = { version: string; from: string; chainId?: string; calls: Calls; id?: string }

/** Approves a batch whose account pays the fee if it can be approved, and rejects it otherwise. Returns the reply. */
async function sendCalls(
  parent: FrameParent,
  chain: ChainDriver,
  bundle: Bundle,
): Promise<unknown> {
  const reply = parent.ask('RPC_REQUEST', { method: 'wallet_sendCalls', params: [bundle] })
  await parent.show()
  const failure = parent.frame.getByText('This would fail, so it cannot be sent.')
  const fee = parent.frame.getByText(/^at most [\d.]+ BNB/)
  await expect(failure.or(fee)).toBeVisible()
  const [, walletFrame = parent.page] = parent.page.frames()
  await expectAccessible(walletFrame, `calls of version ${bundle.version}`)
  if (await failure.isVisible()) await parent.frame.getByRole('button', { name: 'Cancel' }).click()
  else await approveInWindow(parent.page, parent.frame)
  const { payload } = await reply
  await parent.hide()
  await mineSoon(chain.rpcUrl)
  return payload
}

async function statusOf(
  parent: FrameParent,
  chain: ChainDriver,
  id: unknown,
  expected: unknown,
): Promise<unknown> {
  const read = async () => {
    await mineSoon(chain.rpcUrl)
    const request = { method: 'wallet_getCallsStatus', params: [id] }
    return (await parent.ask('RPC_REQUEST', request)).payload as { status: unknown }
  }
  await expect.poll(async () => (await read()).status).toBe(expected)
  return await read()
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForReceipt } from '@bullring/contracts/wait-for-receipt'
import type { RunningService } from '@bullring/server/run-service'
import { HistoryResponse, type Transaction } from '@bullring/wallet-api/blockchain-api/history'
import { parse } from '@bullring/wire/parse'
import { type Address, encodeFunctionData, erc20Abi, type Hash, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { untilIndexed } from '../testing/until-indexed.ts'

let chain: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>
let wallet: RunningService
let folder: string
let token: Address
let spam: Address
let feed: Address

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  token = await chain.deploy('MockToken', ['The Coin', 'COIN', 6, 1_000_000_000n])
  spam = await chain.deploy('MockToken', ['Free money', 'FREE', 18, 1_000_000_000n])
  folder = await mkdtemp(join(tmpdir(), 'bullring-tokens-'))
  const known = [
    { chainId: TEST_CHAIN.id, address: token, name: 'The Coin', symbol: 'COIN', decimals: 6 },
  ]
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(known))
  feed = await chain.deploy('MockPriceFeed', [chain.wallet.account.address])
  const push = { abi: parseAbi(['function push(int256 answer)']), functionName: 'push' } as const
  await chain.send({ to: feed, data: encodeFunctionData({ ...push, args: [60_000_000_000n] }) })
  await start()
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop(), rm(folder, { recursive: true })])
})

async function start(variables: Readonly<Record<string, string>> = {}) {
  wallet = await startTestWallet(chain, database.url, {
    WALLET_TOKENS_FILE: join(folder, 'tokens.json'),
    WALLET_PRICE_FEEDS: `${TEST_CHAIN.id}=${feed}`,
    ...variables,
  })
}

const accountOf = (index: number): Address => `0x${(0xa000 + index).toString(16).padStart(40, '0')}`

async function page(account: Address, query = '') {
  const url = `${wallet.url}/v1/account/${account}/history?projectId=${PROJECT_ID}${query}`
  const response = await fetchChecked(url)
  expect(response.status).toBe(200)
  return parse(HistoryResponse, await response.json())
}

/** Returns the history once the index has reached the chain's current head. */
async function history(account: Address): Promise<readonly Transaction[]> {
  await untilIndexed(database.db, chain)
  return (await page(account)).data
}

const pay = (to: Address, coins: string) => chain.send({ to, value: parseEther(coins) })
const transfer = (of: Address, to: Address, amount: bigint) =>
  chain.send({
    to: of,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })

describe('history', () => {
  test('lists coins and known tokens, newest first, for both sides', async () => {
    const account = accountOf(1)
    const first = await pay(account, '1.5')
    await transfer(spam, account, 5n)
    const second = await transfer(token, account, 1_500_000n)
    expect(await history(account)).toMatchObject([
      {
        id: second,
        metadata: { operationType: 'receive', chain: 'eip155:31337', status: 'confirmed' },
        transfers: [
          { direction: 'in', quantity: { numeric: '1.5' }, fungible_info: { symbol: 'COIN' } },
        ],
      },
      {
        id: first,
        transfers: [
          {
            direction: 'in',
            quantity: { numeric: '1.5' },
            fungible_info: { symbol: 'BNB' },
            price: 600,
            value: 900,
          },
        ],
      },
    ])
    const [sent] = await history(chain.wallet.account.address)
    expect(sent).toMatchObject({
      id: second,
      metadata: { operationType: 'send', sentFrom: chain.wallet.account.address },
      transfers: [{ direction: 'out' }],
    })
  })

  test('lists NFTs with their names and pictures, among coins', async () => {
    const account = accountOf(10)
    const abi = parseAbi([
      'function mint(address to, uint256 tokenId, string uri)',
      'function mint(address to, uint256[] ids, uint256[] amounts)',
    ])
    const collection = await chain.deploy('MockCollection', ['Bulls'])
    const editions = await chain.deploy('MockMultiToken', [
      'data:application/json,{"name":"Ticket"}',
    ])
    const mint = (id: bigint, fields: object) => {
      const uri = `data:application/json,${JSON.stringify(fields)}`
      const args = [account, id, uri] as const
      return chain.send({
        to: collection,
        data: encodeFunctionData({ abi, functionName: 'mint', args }),
      })
    }
    const image = 'https://pictures.example/7.png'
    const bull = await mint(7n, { name: 'Bull 7', image })
    const coins = await pay(account, '1')
    await mint(8n, { name: 'Claim at evil.example.com' })
    const batch = await chain.send({
      to: editions,
      data: encodeFunctionData({
        abi,
        functionName: 'mint',
        args: [account, [1n, 2n], [5n, 1n]],
      }),
    })
    const [tickets, spamNft, paid, first] = await history(account)
    expect(tickets).toMatchObject({
      id: batch,
      metadata: { operationType: 'receive', status: 'confirmed' },
      transfers: [
        { direction: 'in', quantity: { numeric: '5' }, nft_info: { name: 'Ticket' } },
        { quantity: { numeric: '1' }, nft_info: { flags: { is_spam: false } } },
      ],
    })
    expect(spamNft?.transfers).toMatchObject([{ nft_info: { flags: { is_spam: true } } }])
    expect(paid?.id).toBe(coins)
    expect(first).toMatchObject({
      id: bull,
      metadata: { sentFrom: chain.wallet.account.address, sentTo: collection },
      transfers: [
        {
          direction: 'in',
          nft_info: {
            name: 'Bull 7',
            content: { preview: { url: expect.stringContaining(`${wallet.url}/`) } },
          },
        },
      ],
    })
  })

  test('lists what contracts pay, unless the payment was undone', async () => {
    const [account, payer, undoer] = [accountOf(7), accountOf(8), accountOf(9)]
    // Calls the account with all coins it receives, then stops (00) or reverts (fd).
    const code = `0x5f5f5f5f3473${account.slice(2)}5af1`
    await chain.rpc('anvil_setCode', [payer, `${code}00`])
    await chain.rpc('anvil_setCode', [undoer, `${code}5f5ffd`])
    const hash = await chain.send({ to: payer, value: parseEther('2') })
    const { address } = chain.wallet.account
    const call = { from: address, to: undoer, value: '0x1', gas: '0x20000' }
    await chain.rpc('eth_sendTransaction', [call])
    expect(await history(account)).toMatchObject([
      {
        id: hash,
        metadata: { operationType: 'receive', sentFrom: address, sentTo: payer },
        transfers: [{ direction: 'in', quantity: { numeric: '2' } }],
      },
    ])
  })

  test('paginates without gaps or repetitions', async () => {
    const account = accountOf(2)
    const hashes: string[] = []
    await chain.rpc('evm_setAutomine', [false])
    for (let index = 0; index < 120; index += 1) {
      const { address } = chain.wallet.account
      const value = `0x${(index + 1).toString(16)}`
      hashes.push(
        String(await chain.rpc('eth_sendTransaction', [{ from: address, to: account, value }])),
      )
      if (index % 7 === 0) await chain.rpc('evm_mine')
    }
    await chain.rpc('evm_mine')
    await chain.rpc('evm_setAutomine', [true])
    await history(account)
    const found: string[] = []
    let next: string | null = ''
    for (let count = 0; next !== null; count += 1) {
      const response = await page(account, next === '' ? '' : `&cursor=${next}`)
      found.push(...response.data.map(({ id }) => id))
      next = response.next
      expect(count).toBeLessThan(4)
    }
    expect(found).toEqual(hashes.toReversed())
  })

  test('removes transactions that a reorg removes', async () => {
    const account = accountOf(3)
    await pay(account, '1')
    const snapshot = await chain.rpc('evm_snapshot')
    await pay(account, '2')
    await pay(account, '3')
    expect(await history(account)).toHaveLength(3)
    await chain.rpc('evm_revert', [snapshot])
    await pay(account, '4')
    const amounts = (await history(account)).map(({ transfers }) => transfers[0]?.quantity.numeric)
    expect(amounts).toEqual(['4', '1'])
  })

  test('resumes after a restart', async () => {
    const account = accountOf(4)
    await pay(account, '1')
    await history(account)
    await wallet.stop()
    await pay(account, '2')
    await start()
    expect(await history(account)).toHaveLength(2)
  })

  test('resets when the chain was reset', async () => {
    const old = accountOf(1)
    expect(await history(old)).toHaveLength(2)
    await wallet.stop()
    await chain.stop()
    chain = await startTestChain()
    await start()
    const account = accountOf(5)
    await pay(account, '1')
    expect(await history(account)).toHaveLength(1)
    expect(await history(old)).toHaveLength(0)
  })

  test('marks failed transactions as failed', async () => {
    // Reverts on every call.
    const account = accountOf(6)
    await chain.rpc('anvil_setCode', [account, '0x5f5ffd'])
    const { address } = chain.wallet.account
    const call = { from: address, to: account, value: '0x1', gas: '0x10000' }
    const hash = (await chain.rpc('eth_sendTransaction', [call])) as Hash
    await waitForReceipt(chain.client, hash)
    expect(await history(account)).toMatchObject([{ metadata: { status: 'failed' } }])
  })

  test('returns no purchases, nothing for chains without a history, and errors for unknown cursors', async () => {
    expect(await page(accountOf(5), '&onramp=coinbase')).toEqual({ data: [], next: null })
    const path = `${wallet.url}/v1/account/${accountOf(5)}/history?projectId=${PROJECT_ID}`
    const other = await fetchChecked(`${path}&chainId=eip155:56`)
    expect(await other.json()).toEqual({ data: [], next: null })
    const cursor = await fetchChecked(`${path}&cursor=abc`)
    expect(await cursor.json()).toMatchObject({ status: 422, code: 'http.unknown-cursor' })
  })

  test('is named for a public chain only with the key of an explorer', async () => {
    const rpcUrls = `${TEST_CHAIN.id}=${chain.rpcUrl},56=${chain.rpcUrl}`
    const chainsWith = async (key: Record<string, string>) => {
      await wallet.stop()
      await start({ WALLET_RPC_URLS: rpcUrls, ...key })
      const url = `${wallet.url}/v1/supported-chains?projectId=${PROJECT_ID}`
      return (await fetchChecked(url)).json()
    }
    const both = ['eip155:31337', 'eip155:56']
    expect(await chainsWith({})).toMatchObject({ http: both, history: ['eip155:31337'] })
    const withKey = await chainsWith({ WALLET_EXPLORER_API_KEY: 'key' })
    expect(withKey).toMatchObject({ http: both, history: both })
  })
})

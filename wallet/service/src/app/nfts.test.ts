import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningService } from '@bullring/server/run-service'
import { NftsResponse } from '@bullring/wallet-api/blockchain-api/nfts'
import { parse } from '@bullring/wire/parse'
import { type Address, encodeFunctionData, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { untilIndexed } from '../testing/until-indexed.ts'

const CID = `Qm${'a'.repeat(44)}`
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')
const abi = parseAbi([
  'function mint(address to)',
  'function mint(address to, uint256 tokenId, string uri)',
  'function mint(address to, uint256[] ids, uint256[] amounts)',
  'function pretend(address to, uint256 tokenId)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

let chain: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>
let wallet: RunningService
let collection: Address
let server: Server
let gateway: string
let hits: string[]
let respond: RequestListener

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    respond(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
  collection = await chain.deploy('MockCollection', ['Bulls'])
  wallet = await startTestWallet(chain, database.url, { WALLET_IPFS_GATEWAY_URL: gateway })
})
beforeEach(() => {
  hits = []
})
afterAll(async () => {
  await wallet.stop()
  await Promise.all([chain.stop(), database.drop()])
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const accountOf = (index: number): Address => `0x${(0xb000 + index).toString(16).padStart(40, '0')}`
const json = (fields: object) => `data:application/json,${JSON.stringify(fields)}`

async function request(account: Address, query = '') {
  await untilIndexed(database.db, chain)
  const url = `${wallet.url}/v1/account/${account}/nfts?projectId=${PROJECT_ID}${query}`
  return await fetchChecked(url)
}

async function page(account: Address, query = '') {
  const response = await request(account, query)
  expect(response.status).toBe(200)
  return parse(NftsResponse, await response.json())
}

const mint = (to: Address, tokenId: number, uri: string) =>
  chain.send({
    to: collection,
    data: encodeFunctionData({ abi, functionName: 'mint', args: [to, BigInt(tokenId), uri] }),
  })
const pretend = (to: Address, tokenId: number) =>
  chain.send({
    to: collection,
    data: encodeFunctionData({ abi, functionName: 'pretend', args: [to, BigInt(tokenId)] }),
  })

/** Mints a token with a URI and returns how it is listed. */
async function listed(index: number, uri: string) {
  await mint(accountOf(index), index, uri)
  const { data } = await page(accountOf(index))
  expect(data).toHaveLength(1)
  return data[0]
}

describe('nfts', () => {
  test('lists tokens of both standards, newest first, with names and pictures', async () => {
    const account = accountOf(1)
    await mint(account, 7, json({ name: 'Ferdinand', image: `ipfs://${CID}/7.png` }))
    const multi = await chain.deploy('MockMultiToken', [`ipfs://${CID}/{id}.json`])
    respond = (_, response) => response.end(JSON.stringify({ name: 'Rosette' }))
    await chain.send({
      to: multi,
      data: encodeFunctionData({
        abi,
        functionName: 'mint',
        args: [account, [5n, 6n], [3n, 1n]],
      }),
    })
    const { data, next } = await page(account)
    expect(next).toBeNull()
    expect(data).toEqual([
      ...[
        ['5', '3'],
        ['6', '1'],
      ].map(([tokenId, quantity]) => ({
        address: `eip155:31337:${multi}`,
        tokenId,
        quantity,
        standard: 'ERC1155',
        name: 'Rosette',
        collection: '',
        imageUrl: '',
      })),
      {
        address: `eip155:31337:${collection}`,
        tokenId: '7',
        quantity: '1',
        standard: 'ERC721',
        name: 'Ferdinand',
        collection: 'Bulls',
        imageUrl: expect.stringContaining(`${wallet.url}/v1/images/`),
      },
    ])
    expect(hits.toSorted()).toEqual(
      [5, 6].map((id) => `/ipfs/${CID}/${toHex(id, { size: 32 }).slice(2)}.json`),
    )
    respond = (_, response) => response.end(PNG)
    const picture = await fetch(String(data.at(-1)?.imageUrl))
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(hits).toContain(`/ipfs/${CID}/7.png`)
  })

  test('links to pictures survive a restart', async () => {
    respond = (_, response) => response.end(PNG)
    const shown = await listed(10, json({ image: `ipfs://${CID}/10.png` }))
    await wallet.stop()
    wallet = await startTestWallet(chain, database.url, { WALLET_IPFS_GATEWAY_URL: gateway })
    const path = new URL(String(shown?.imageUrl)).pathname
    expect((await fetch(`${wallet.url}${path}`)).status).toBe(200)
  })

  test('shows the tickets of the local chain, which their contract draws', async () => {
    const owner = chain.wallet.account.address
    const tickets = await chain.deploy('PlayCollectible', [owner])
    const account = accountOf(2)
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [account] })
    await chain.send({ to: tickets, data })
    const [ticket] = (await page(account)).data
    expect(ticket).toMatchObject({
      name: 'Ringside Ticket #1',
      collection: 'Ringside Tickets (local)',
    })
    expect(ticket?.imageUrl).toMatch(/^data:image\/svg\+xml;base64,/)
  })

  test('a token moves from one account to the other', async () => {
    const [owner] = chain.accounts
    if (owner === undefined) throw new Error('no account')
    await mint(owner.address, 30, json({ name: 'Mover' }))
    expect((await page(owner.address)).data.map(({ name }) => name)).toContain('Mover')
    const args = [owner.address, accountOf(3), 30n] as const
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
    await chain.send({ to: collection, data })
    expect((await page(owner.address)).data.map(({ name }) => name)).not.toContain('Mover')
    expect((await page(accountOf(3))).data).toMatchObject([{ name: 'Mover' }])
  })

  test('paginates without gaps or repetitions', async () => {
    const account = accountOf(4)
    const ids = Array.from({ length: 45 }, (_, index) => 400 + index)
    for (const id of ids) await mint(account, id, json({ name: `${id}` }))
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const response: NftsResponse = await page(account, next === '' ? '' : `&cursor=${next}`)
      found.push(...response.data.map(({ name }) => name))
      next = response.next
    }
    expect(found).toEqual(ids.map(String).toReversed())
  })

  test('removes tokens that a reorg removes', async () => {
    const account = accountOf(5)
    await mint(account, 50, json({ name: 'kept' }))
    const snapshot = await chain.rpc('evm_snapshot')
    await mint(account, 51, json({ name: 'undone' }))
    expect((await page(account)).data).toHaveLength(2)
    await chain.rpc('evm_revert', [snapshot])
    await mint(accountOf(6), 52, json({}))
    expect((await page(account)).data).toMatchObject([{ name: 'kept' }])
  })

  test('error: leaves out tokens that exist in events only, however many are newer', async () => {
    const account = accountOf(7)
    await mint(account, 70, json({ name: 'real' }))
    for (let id = 700; id < 725; id += 1) await pretend(account, id)
    await pretend(account, 70)
    expect((await page(account)).data).toMatchObject([{ name: 'real', quantity: '1' }])
  })

  test.each([
    ['reverts', 80, ''],
    ['uses all gas', 81, 'burn'],
    ['is no URI', 82, 'lorem ipsum'],
    ['has metadata that is not JSON', 83, 'data:application/json,<html>'],
    ['has metadata that is no object', 84, 'data:application/json,[1,2]'],
  ])('error: shows a token whose URI %s, without a picture', async (_, id, uri) => {
    expect(await listed(id, uri)).toMatchObject({ name: `Bulls #${id}`, imageUrl: '' })
  })

  test('error: stops metadata of 1 GB', async () => {
    let isClosed = false
    respond = (_, response) => {
      response.on('close', () => {
        isClosed = true
      })
      const more = () => {
        while (!isClosed && response.write(Buffer.alloc(65_536, ' ')));
      }
      response.on('drain', more)
      more()
    }
    expect(await listed(90, `ipfs://${CID}/90.json`)).toMatchObject({ name: 'Bulls #90' })
    await expect.poll(() => isClosed).toBe(true)
  })

  test('error: lists a token whose metadata is slow', async () => {
    respond = (_, response) => response.writeHead(200).write('{')
    expect(await listed(91, `ipfs://${CID}/91.json`)).toMatchObject({ name: 'Bulls #91' })
  })

  test('error: sends no request to private addresses, neither for metadata nor for pictures', async () => {
    const port = new URL(gateway).port
    await listed(92, `${gateway}/92.json`)
    await listed(93, `https://127.0.0.1:${port}/93.json`)
    const shown = await listed(94, json({ image: `https://127.0.0.1:${port}/94.png` }))
    expect((await fetchChecked(String(shown?.imageUrl))).status).toBe(404)
    expect(hits).toEqual([])
  })

  test.each([
    ['script', 951, 'javascript:alert(1)'],
    ['a page', 952, 'data:text/html,<script>1</script>'],
    ['plain http', 953, 'http://pictures.example/1.png'],
    ['a huge inline picture', 954, `data:image/png;base64,${'A'.repeat(70_000)}`],
  ])('error: shows no picture that is %s', async (_, id, image) => {
    respond = (_, response) => response.end(JSON.stringify({ name: 'x', image }))
    const uri = `ipfs://${CID}/${id}.json`
    expect(await listed(id, uri)).toMatchObject({ name: 'x', imageUrl: '' })
  })

  test('error: serves no SVG with script from another server', async () => {
    respond = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg><script>1</script></svg>')
    const shown = await listed(96, json({ image: `ipfs://${CID}/96.svg` }))
    expect((await fetchChecked(String(shown?.imageUrl))).status).toBe(404)
  })

  test('error: shows names without invisible characters, and shortens them', async () => {
    const name = `\u202eevil\u200b ${'a'.repeat(100)}`
    expect((await listed(97, json({ name })))?.name).toBe(`evil ${'a'.repeat(74)}…`)
  })

  test('error: rejects unknown cursors, and says where NFTs are not listed', async () => {
    const cursor = await request(accountOf(9), '&cursor=abc')
    expect(await cursor.json()).toMatchObject({ status: 422, code: 'http.unknown-cursor' })
    const other = await request(accountOf(9), '&chainId=eip155:56')
    expect(await other.json()).toMatchObject({ status: 404, code: 'nfts.not-offered' })
    expect(await page(accountOf(9))).toEqual({ data: [], next: null })
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetWalletsResponse } from '@bullring/wallet-api/catalogue/get-wallets'
import { parse } from '@bullring/wire/parse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidCatalogueError } from './errors.ts'
import { readCatalogue } from './read-catalogue.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-catalogue-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileWith(content: unknown): Promise<string> {
  const file = join(folder, 'wallets.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const MINE = { name: 'Mine', homepage: 'https://mine.example', chains: ['eip155:56'] }

describe('readCatalogue', () => {
  test('bundles more than 60 wallets that match the wire schema', async () => {
    const wallets = await readCatalogue(null)
    expect(wallets.length).toBeGreaterThan(60)
    expect(parse(GetWalletsResponse, { data: wallets, count: wallets.length }).data).toEqual(
      wallets,
    )
    expect(new Set(wallets.map(({ name }) => name)).size).toBe(wallets.length)
  })

  test('names an unknown reversed domain null, never leaves it out', async () => {
    const wallets = await readCatalogue(null)
    expect(wallets.find(({ name }) => name === 'SafePal')).toHaveProperty('rdns', null)
    expect(wallets.every((wallet) => wallet.rdns !== undefined)).toBe(true)
  })

  test('gives a wallet of a file the id of the bundled one with the same reversed domain', async () => {
    const own = { ...MINE, rdns: 'io.metamask' }
    const [mine] = await readCatalogue(await fileWith({ mode: 'replace', wallets: [own] }))
    const metaMask = (await readCatalogue(null)).find(({ name }) => name === 'MetaMask')
    expect(mine).toMatchObject({ id: metaMask?.id, image_id: metaMask?.id })
  })

  test('lists the wallets of a file before the bundled ones', async () => {
    const own = { ...MINE, rdns: 'io.metamask' }
    const wallets = await readCatalogue(await fileWith({ mode: 'extend', wallets: [own] }))
    expect(wallets[0]?.name).toBe('Mine')
    expect(wallets.map(({ name }) => name)).not.toContain('MetaMask')
    expect(wallets.map(({ name }) => name)).toContain('Rabby Wallet')
  })

  test('replaces the bundled wallets by those of a file', async () => {
    const wallets = await readCatalogue(await fileWith({ mode: 'replace', wallets: [MINE] }))
    expect(wallets.map(({ name }) => name)).toEqual(['Mine'])
  })

  test.each([
    ['no JSON', '{', /JSON/],
    ['no mode', { wallets: [] }, /mode/],
    ['a script as a link', withWallet({ mobile_link: 'javascript://x' }), /mobile_link/],
    ['a plain http homepage', withWallet({ homepage: 'http://mine.example' }), /homepage/],
    ['a misspelt field', withWallet({ mobil_link: 'mine://' }), /mobil_link/],
    ['a wallet twice', { mode: 'replace', wallets: [MINE, MINE] }, /Mine is listed twice/],
  ])('error: rejects a file with %s', async (_, content, message) => {
    const file = await fileWith(content)
    await expect(readCatalogue(file)).rejects.toThrow(InvalidCatalogueError)
    await expect(readCatalogue(file)).rejects.toThrow(message)
  })

  test('error: rejects a missing file', async () => {
    await expect(readCatalogue(join(folder, 'none.json'))).rejects.toThrow('WALLET_CATALOGUE_FILE')
  })
})

function withWallet(overrides: Record<string, unknown>) {
  return { mode: 'extend', wallets: [{ ...MINE, ...overrides }] }
}

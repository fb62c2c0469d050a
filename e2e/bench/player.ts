import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callRpc } from '@bullring/stack/chain/anvil'
import type { LocalGame } from '@bullring/stack/local-game'
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { encodeFunctionData, isAddress, numberToHex, parseAbi, parseEther } from 'viem'
import { driveChain } from '../support/chain/chain-driver.ts'
import { returningVisitor } from '../support/visitor/returning-visitor.ts'

const gameAbi = parseAbi([
  'function betBull(uint256 epoch) payable',
  'function betBear(uint256 epoch) payable',
])
/** Decided rounds of the player's history. */
const ROUNDS = 12
/** Others who bet in each round. */
const VISITORS = 20
const FIRST_VISITOR = 10_000n
const BASE_PRICE = 860_00000000n
const GAS = numberToHex(500_000)

/** A browser profile with a connected wallet that has bet in many rounds. */
export type Player = {
  /** Folder of the profile. */
  folder: string
  /** The same for contexts of another browser. */
  storage: NonNullable<BrowserContextOptions['storageState']>
  remove: () => Promise<void>
}

/** Connects a play-money wallet in a new profile, and plays rounds with it among other visitors. */
export async function createPlayer(
  url: string,
  game: LocalGame,
  browserPath: string,
): Promise<Player> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-player-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await playRounds(game, await connect(context, url))
    return {
      folder,
      storage: await context.storageState(),
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  } finally {
    await context.close()
  }
}

/** Returns the address of the connected wallet. */
async function connect(context: BrowserContext, url: string): Promise<string> {
  await context.setStorageState(returningVisitor(url))
  const page = await context.newPage()
  const funded = page.waitForResponse((response) => response.url().endsWith('/api/faucet'))
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Play money wallet/ })
    .click()
  const { user_address: account } = (await funded).request().postDataJSON()
  if (!isAddress(account)) throw new Error('the faucet got no address')
  return account
}

async function playRounds(game: LocalGame, account: string): Promise<void> {
  const chain = driveChain(game)
  for (let round = 0; round < ROUNDS; round += 1) {
    const epoch = await chain.openEpoch()
    await bet(game, account, { epoch, turn: round })
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      await betOfVisitor(game, { epoch, turn: round + visitor })
    }
    await callRpc(game.rpcUrl, 'evm_mine', [])
    const price = BASE_PRICE + BigInt(round % 3) * 100_000_000n
    await chain.lockOpenRound(price)
    if (round > 0) await chain.untilSettled(epoch, price)
  }
}

type Turn = { epoch: number; turn: number }

/** Bets from an account without a browser. */
export async function betOfVisitor(game: LocalGame, { epoch, turn }: Turn): Promise<void> {
  await bet(game, numberToHex(FIRST_VISITOR + BigInt(turn), { size: 20 }), { epoch, turn })
}

async function bet(
  { rpcUrl, market }: LocalGame,
  from: string,
  { epoch, turn }: Turn,
): Promise<void> {
  const functionName = turn % 2 === 0 ? 'betBull' : 'betBear'
  const data = encodeFunctionData({ abi: gameAbi, functionName, args: [BigInt(epoch)] })
  const value = numberToHex(parseEther('0.01'))
  await callRpc(rpcUrl, 'anvil_setBalance', [from, numberToHex(parseEther('10'))])
  await callRpc(rpcUrl, 'anvil_impersonateAccount', [from])
  await callRpc(rpcUrl, 'eth_sendTransaction', [
    { from, to: market.prediction, data, value, gas: GAS },
  ])
}

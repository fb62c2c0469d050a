import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { giveCollectibles } from '@bullring/stack/collectibles/give-collectibles'
import { openCollectibles } from '@bullring/stack/collectibles/open-collectibles'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  erc20Abi,
  http,
  type PublicClient,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { type DescribedStack, readStack } from '../../support/stack/described-stack.ts'
import { test } from '../../support/test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../support/visitor/returning-visitor.ts'

/** Operates the page with the mouse, or with the keyboard alone. */
type Hands = {
  press: (control: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
}

const MOUSE: Hands = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
}

/** Tab stops after which a control counts as out of reach. */
const MAX_TABS = 80

const KEYBOARD: Hands = {
  press: async (control) => {
    await reach(control)
    await control.page().keyboard.press('Enter')
  },
  type: async (field, text) => {
    await reach(field)
    await field.page().keyboard.press('ControlOrMeta+a')
    await field.page().keyboard.type(text)
  },
}

/** Presses Tab, or an arrow within a list of tabs, until the control has the focus. */
async function reach(control: Locator): Promise<void> {
  await expect(control).toBeEnabled()
  const isTab = (await control.getAttribute('role')) === 'tab'
  const { keyboard } = control.page()
  for (let stops = 0; stops < MAX_TABS; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    const isBesideIt =
      isTab &&
      (await control.evaluate((element) => element.parentElement?.contains(document.activeElement)))
    await keyboard.press(isBesideIt ? 'ArrowRight' : 'Tab')
  }
  throw new Error(`No tab stop: ${control}`)
}

const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])

let stack: DescribedStack
let client: PublicClient
let stopCollectibles: () => Promise<void>

test.beforeAll(async () => {
  stack = await readStack()
  client = createPublicClient({ transport: http(stack.rpcUrl) })
  stopCollectibles = await startCollectibles()
})
test.afterAll(() => stopCollectibles())

/** Every newcomer gets a collectible, as with `npm start`. Returns a function that stops it. */
async function startCollectibles(): Promise<() => Promise<void>> {
  const { collectibles: owner, faucet } = localAccounts(0)
  const chain = { rpcUrl: stack.rpcUrl, chainId: 31_337, owner }
  const stopping = new AbortController()
  const options = { ...chain, collection: await openCollectibles(chain), faucet: faucet.address }
  // A failed step is repeated. The test notices missing results in the end.
  const giving = giveCollectibles(options, () => undefined, stopping.signal)
  return async () => {
    stopping.abort()
    await giving
  }
}

/** The token of the walk has one pool only, with the coin, so that there is one route. */
function market() {
  const { exchange } = stack
  const token = exchange?.tokens.find(({ symbol }) => symbol === 'SHOE')
  if (exchange === null || token === undefined) throw new Error('The stack has an exchange')
  return { ...exchange, token }
}

const coinsOf = (address: Address) => client.getBalance({ address })
const tokensOf = (account: Address) =>
  client.readContract({
    address: market().token.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })

/** Reserves of coin and token in their pool. */
async function reserves(): Promise<{ coin: bigint; token: bigint }> {
  const { factory, wrappedCoin, token } = market()
  const pair = { address: factory, abi: factoryAbi, functionName: 'getPair' } as const
  const address = await client.readContract({ ...pair, args: [wrappedCoin, token.address] })
  const [first, second] = await client.readContract({
    address,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  const isCoinFirst = wrappedCoin.toLowerCase() < token.address.toLowerCase()
  return isCoinFirst ? { coin: first, token: second } : { coin: second, token: first }
}

/** Returns the output of a Uniswap V2 pool, which keeps 0.3 % of the input. */
function yieldOf(amount: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const kept = amount * 997n
  return (kept * reserveOut) / (reserveIn * 1_000n + kept)
}

/** Returns the fee that the account paid for its newest transaction. */
async function newestFee(account: Address): Promise<bigint> {
  for (let blockNumber = await client.getBlockNumber({ cacheTime: 0 }); ; blockNumber -= 1n) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    const own = transactions.findLast(({ from }) => from === account.toLowerCase())
    if (own === undefined) continue
    const receipt = await client.getTransactionReceipt({ hash: own.hash })
    return receipt.gasUsed * receipt.effectiveGasPrice
  }
}

/** Connects the play-money wallet and opens its account. */
async function openAccount(page: Page, { press }: Hands): Promise<Locator> {
  await page.goto(stack.url)
  await press(page.getByRole('banner').getByRole('button', { name: /^Connect/ }))
  await press(page.getByRole('button', { name: /play money/i }))
  const balance = page.getByTitle(/^Your wallet/)
  await expect(balance).toContainText('10.0000')
  await press(balance)
  return page.getByRole('dialog')
}

/** Buys coins for 250 USD, after a card that the checkout refuses. Returns the account. */
async function buy(page: Page, dialog: Locator, { press, type }: Hands): Promise<Address> {
  await press(dialog.getByRole('button', { name: 'Buy' }))
  await press(dialog.getByRole('button', { name: '$250' }))
  const opened = page.waitForEvent('popup')
  await press(dialog.getByRole('button', { name: /Play money/ }))
  const checkout = await opened
  const card = checkout.getByLabel('Play card number')
  const pay = checkout.getByRole('button', { name: 'Pay with play money' })
  await expect(card).toBeVisible()
  const [, account = ''] = /go to (0x\w{40})/.exec(await checkout.locator('body').innerText()) ?? []
  const before = await coinsOf(account as Address)
  await type(card, '5555 5555 5555 4444')
  await press(pay)
  await expect(checkout.getByRole('alert')).toContainText('takes only the play cards')
  // The back button loads the form again without a prompt.
  await checkout.goBack()
  await expect(checkout.getByRole('alert')).toHaveCount(0)
  await type(card, '4242 4242 4242 4242')
  await press(pay)
  const heading = checkout.getByRole('heading', { name: /^You bought/ })
  await expect(heading).toBeVisible()
  const [bought = ''] = /[\d.]+/.exec((await heading.textContent()) ?? '') ?? []
  expect((await coinsOf(account as Address)) - before).toBe(parseEther(bought))
  await checkout.close()
  await expect(dialog.getByText(/You bought/)).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Done' }))
  return account as Address
}

/** Swaps one coin to tokens. The balances on the chain are exact to the wei. */
async function swapCoin(dialog: Locator, { press, type }: Hands, account: Address) {
  const { token } = market()
  const [pool, coins] = await Promise.all([reserves(), coinsOf(account)])
  await press(dialog.getByRole('button', { name: 'Swap', exact: true }))
  await press(dialog.getByRole('button', { name: 'Select token' }).first())
  await press(dialog.getByRole('button', { name: token.symbol }))
  await type(dialog.getByRole('textbox', { name: 'You pay' }), '1')
  await press(dialog.getByRole('button', { name: 'Review swap' }))
  await press(dialog.getByRole('button', { name: 'Swap', exact: true }))
  await expect.poll(() => tokensOf(account)).toBeGreaterThan(0n)
  const amount = parseEther('1')
  const received = yieldOf(amount, pool.coin, pool.token)
  expect(await tokensOf(account)).toBe(received)
  expect(await reserves()).toEqual({ coin: pool.coin + amount, token: pool.token - received })
  expect(await coinsOf(account)).toBe(coins - amount - (await newestFee(account)))
}

async function registerName(dialog: Locator, { press, type }: Hands, label: string) {
  await press(dialog.getByRole('button', { name: 'Choose a name' }))
  await press(dialog.getByRole('button', { name: 'Choose a name' }))
  await type(dialog.getByRole('textbox'), label)
  await expect(dialog.getByText('Available')).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Register' }))
  await expect(dialog.getByText('Account name chosen successfully')).toBeVisible()
  await press(dialog.getByRole('button', { name: "Let's Go!" }))
}

async function sendTo(dialog: Locator, { press, type }: Hands, name: string, to: Address) {
  const { token } = market()
  const before = await tokensOf(to)
  await press(dialog.getByRole('button', { name: 'Send', exact: true }))
  await press(dialog.getByRole('button', { name: 'Select token', exact: true }))
  await press(dialog.getByRole('button', { name: token.symbol }))
  await type(dialog.getByRole('textbox', { name: 'Amount' }), '1.5')
  await type(dialog.getByRole('textbox', { name: 'Receiver' }), name)
  await press(dialog.getByRole('button', { name: 'Review' }))
  await expect(dialog.getByText(to.slice(0, 20))).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Send', exact: true }))
  const amount = parseUnits('1.5', token.decimals)
  await expect.poll(async () => (await tokensOf(to)) - before).toBe(amount)
}

/** Swaps ten tokens back to coins, with an approval of exactly that amount. */
async function swapBack(dialog: Locator, { press, type }: Hands, account: Address) {
  const { token, router } = market()
  const amount = parseUnits('10', token.decimals)
  const [pool, tokens] = await Promise.all([reserves(), tokensOf(account)])
  await press(dialog.getByRole('button', { name: 'Swap', exact: true }))
  await press(dialog.getByRole('button', { name: 'Swap the two tokens around' }))
  await press(dialog.getByRole('button', { name: 'Select token' }).first())
  await press(dialog.getByRole('button', { name: token.symbol }))
  await type(dialog.getByRole('textbox', { name: 'You pay' }), '10')
  await press(dialog.getByRole('button', { name: 'Review swap' }))
  await press(dialog.getByRole('button', { name: `Approve ${token.symbol}` }))
  const swap = dialog.getByRole('button', { name: 'Swap', exact: true })
  await expect(swap).toBeEnabled()
  const allowance = { address: token.address, abi: erc20Abi, functionName: 'allowance' } as const
  expect(await client.readContract({ ...allowance, args: [account, router] })).toBe(amount)
  const coins = await coinsOf(account)
  await press(swap)
  await expect.poll(() => tokensOf(account)).toBe(tokens - amount)
  const received = yieldOf(amount, pool.token, pool.coin)
  expect(await reserves()).toEqual({ coin: pool.coin - received, token: pool.token + amount })
  expect(await coinsOf(account)).toBe(coins + received - (await newestFee(account)))
}

/** The newcomer's collectible is listed, and its picture is drawn. */
async function checkCollectibles(dialog: Locator, { press }: Hands) {
  await press(dialog.getByRole('tab', { name: 'NFTs' }))
  const tile = dialog.getByRole('tabpanel').getByRole('listitem')
  await expect(tile).toHaveText(/^Ringside Ticket #\d+Ringside Tickets/)
  const isDrawn = (image: HTMLImageElement | SVGElement) =>
    image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0
  await expect.poll(() => tile.locator('img').evaluate(isDrawn)).toBe(true)
}

/** The coins that were bought and the collectible, which two senders give at the same time. */
const RECEIVED = /^Received\+(?:0\.\d+ BNB\$(?:250\.00|249\.99)|Ringside Ticket #\d+)/

/** Everything is listed, newest first, with its worth in USD. */
async function checkActivity(dialog: Locator, { press }: Hands, hasSent: boolean) {
  await press(dialog.getByRole('tab', { name: 'Activity' }))
  const rows = dialog.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveText([
    /^Swapped−10 SHOE\s*\+0\.\d+ BNB\$\d+\.\d\d/,
    ...(hasSent ? [/^Sent−1\.5 SHOE\$\d+\.\d\d/] : []),
    /^Swapped−1 BNB\s*\+\d+\.\d+ SHOE\$\d+\.\d\d/,
    RECEIVED,
    RECEIVED,
    /^Received\+10 BNB\$[\d,]+\.\d\d/,
  ])
  await expect(rows.filter({ hasText: 'Ringside Ticket' })).toHaveCount(1)
}

/** A registered name, and its account. */
type Named = { name: string; account: Address }

/** The whole walk of a newcomer, who sends tokens to a friend's name. */
async function walk(page: Page, hands: Hands, label: string, friend: Named | null): Promise<Named> {
  const dialog = await test.step('connect', () => openAccount(page, hands))
  const account = await test.step('buy', () => buy(page, dialog, hands))
  await test.step('swap', () => swapCoin(dialog, hands, account))
  await test.step('choose a name', () => registerName(dialog, hands, label))
  if (friend !== null) {
    await test.step('send to a name', () => sendTo(dialog, hands, friend.name, friend.account))
  }
  await test.step('swap back', () => swapBack(dialog, hands, account))
  await test.step('collectibles', () => checkCollectibles(dialog, hands))
  await test.step('activity', () => checkActivity(dialog, hands, friend !== null))
  return { name: `${label}.bullring.test`, account }
}

// The walks are long, and slow on a busy machine.
test.use({ actionTimeout: 60_000 })
test.describe.configure({ mode: 'serial', timeout: 600_000 })

test.describe('from play money to activity', () => {
  let first: Named

  const visit = async (browser: Browser, size: { width: number; height: number }) => {
    const storageState = returningVisitor(stack.url)
    const context = await browser.newContext({ viewport: size, storageState })
    return await context.newPage()
  }

  test('a newcomer buys coins, swaps them there and back, and registers a name', async ({
    browser,
  }, info) => {
    const page = await visit(browser, { width: 1280, height: 900 })
    first = await walk(page, MOUSE, 'ferdinand', null)
    await takePicture(page, info, 'activity')
  })

  test('the same by keyboard alone at 360 px, and sends tokens to that name', async ({
    browser,
  }, info) => {
    const page = await visit(browser, { width: 360, height: 740 })
    await walk(page, KEYBOARD, 'carmencita', first)
    await takePicture(page, info, 'activity-360')
  })
})

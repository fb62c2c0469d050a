import { callRpc } from '@bullring/stack/chain/anvil'
import { type Browser, expect, type Locator } from '@playwright/test'
import { maxUint256, numberToHex, parseEther, stringToHex } from 'viem'
import { mineSoon } from '../../support/chain/mine-soon.ts'
import {
  type EmbeddedWalletStack,
  openEmbeddedWallet,
} from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import {
  type FrameParent,
  openParent,
  readMail,
  untilReady,
} from '../../support/wallet/frame-parent.ts'
import { signInMessage } from '../../support/wallet/sign-in-message.ts'
import {
  approveIn,
  approveInWindow,
  armedIn,
  openWindow,
  readRequest,
} from '../../support/wallet/wallet-window.ts'

const SOMEONE = '0x000000000000000000000000000000000000bEEF'
const CODE = /\b\d{3}\s?\d{3}\b/
const REJECTED = { payload: { message: 'User rejected the request.' } }

/** Longer than the frame waits before a button may be pressed. */
const LONG_ENOUGH_MS = 1_200

/** Style of the frame as our wallet kit shows it. */
const HONEST =
  'position:fixed; display:block; border:0; top:20px; left:20px; width:360px; height:600px'
const RESET = `frame.style = '${HONEST}'; document.body.style = ''; document.querySelector('#cover')?.remove()`

let stack: EmbeddedWalletStack
/** One browser and one login for all attempts: the tests' own contexts end with each test. */
let browser: Browser
let parent: FrameParent
let account: string

test.beforeAll(async ({ playwright, launchOptions }) => {
  stack = await openEmbeddedWallet()
  browser = await playwright.chromium.launch(launchOptions)
  const context = await browser.newContext({ viewport: { width: 1_000, height: 760 } })
  parent = await openParent(context, stack)
  await untilReady(parent)
  const email = `approval-${crypto.randomUUID()}@example.com`
  await parent.ask('CONNECT_EMAIL', { email })
  const otp = (await readMail(stack, email, CODE)).replaceAll(/\s/g, '')
  await parent.ask('CONNECT_OTP', { otp })
  account = await readAccount(parent)
  await callRpc(stack.chain.rpcUrl, 'anvil_setBalance', [account, numberToHex(parseEther('100'))])
})

test.afterAll(() => browser.close())

async function readAccount({ ask }: FrameParent): Promise<string> {
  const { payload } = await ask('GET_USER', { chainId: 31_337 })
  return (payload as { address: string }).address
}

type Request = { method: string; params: unknown }

const signText = (text: string): Request => ({
  method: 'personal_sign',
  params: [stringToHex(text), account],
})

const signIn = (options?: Parameters<typeof signInMessage>[2]): Request =>
  signText(signInMessage(stack.url, account, options))

const send = (coins: string): Request => ({
  method: 'eth_sendTransaction',
  params: [{ from: account, to: SOMEONE, value: numberToHex(parseEther(coins)) }],
})

/** Lets someone take all tokens of a kind, without a transaction. */
const permit = (): Request => ({
  method: 'eth_signTypedData_v4',
  params: [
    account,
    JSON.stringify({
      domain: { name: 'Coin', chainId: 31_337, verifyingContract: SOMEONE },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: account, spender: SOMEONE, value: maxUint256.toString() },
    }),
  ],
})

/** A reply that an app waits for, in an object: an async function would await a bare promise. */
type Asked = { reply: ReturnType<FrameParent['ask']> }

/** Shows a request as an honest app does. */
async function show(request: Request, page = parent): Promise<Asked> {
  await page.page.evaluate(RESET)
  const reply = page.ask('RPC_REQUEST', request)
  await expect(page.frame.getByRole('button', { name: 'Cancel' })).toBeVisible()
  return { reply }
}

/** Ends a request as closing the modal does. */
async function end({ reply }: Asked, page = parent): Promise<void> {
  await page.hide()
  expect(await reply).toMatchObject(REJECTED)
}

/** Scrolls through a request as its reader does, until it can be approved. */
async function untilArmed({ page, frame }: FrameParent = parent): Promise<void> {
  await page.mouse.move(200, 300)
  const read = async () => {
    if ((await armedIn(frame).count()) > 0) return true
    await frame.getByRole('main').press('Home')
    for (let step = 0; step < 8; step += 1) await page.mouse.wheel(0, 60)
    await page.waitForTimeout(LONG_ENOUGH_MS / 2)
    return (await armedIn(frame).count()) > 0
  }
  await expect.poll(read).toBe(true)
}

/** Waits as long as an honest request would take, and presses the button if there is one. */
async function expectNoApproval(page = parent): Promise<void> {
  await page.page.waitForTimeout(LONG_ENOUGH_MS)
  await expect(armedIn(page.frame)).toHaveCount(0)
  const button = approveIn(page.frame)
  if ((await button.count()) > 0) {
    await button.click({ force: true, timeout: 2_000 }).catch(() => undefined)
  }
  await expect(page.frame.getByRole('button', { name: 'Cancel' })).toBeEnabled()
}

/** Runs an attack of the embedding page, and expects that nothing can be approved before it is undone. */
async function resists(attack: string): Promise<void> {
  const asked = await show(signIn())
  await untilArmed()
  await parent.page.evaluate(attack)
  await expectNoApproval()
  await parent.page.evaluate(RESET)
  await untilArmed()
  await end(asked)
}

/** Hides all but the button, and no browser reports it. */
const MASK = "frame.style.maskImage = 'linear-gradient(transparent 516px, #000 516px)'"

const cover = (style: string) =>
  `document.body.append(Object.assign(document.createElement('div'), { id: 'cover', style: 'position:fixed; z-index:9; background:#fff; ${style}' }))`

test('an honest app gets a login in the frame, and all else in the window', async () => {
  const signed = { payload: expect.stringMatching(/^0x[0-9a-f]{64,130}$/) }
  const login = await show(signIn())
  await untilArmed()
  await armedIn(parent.frame).click()
  expect(await login.reply).toMatchObject(signed)
  for (const request of [signText('Hello'), permit(), send('1')]) {
    const { reply } = await show(request)
    await approveInWindow(parent.page, parent.frame)
    expect(await reply).toMatchObject(signed)
  }
  await mineSoon(stack.chain.rpcUrl)
  await parent.hide()
})

const otherSite = (): Request => signText(signInMessage('https://bank.example', account))
/** Begins like a login, and is none that a site would accept. */
const likeLogin = (): Request =>
  signText(
    `${new URL(stack.url).host} wants you to sign in with your wallet. I give everything away.`,
  )
const rights = (): Request =>
  signText(signInMessage(stack.url, account, { resources: ['urn:recap:eyJhdHQiOnsiKiI6e319fQ'] }))
const unreadable = (): Request => ({ method: 'personal_sign', params: ['0xff00ff', account] })
for (const [name, request, heading] of [
  ['a text', () => signText('Hello'), /signature/],
  ['bytes that are no text', unreadable, /signature/],
  ['a login at another site', otherSite, /signature/],
  ['a text that begins like a login', likeLogin, /signature/],
  ['a login that grants a key rights', rights, /sign in/i],
  ['a permit', permit, /signature/],
  ['a transaction', () => send('9'), 'Send 9 BNB'],
] as const) {
  test(`${name} has no button in the frame, covered or not`, async () => {
    const asked = await show(request())
    await expect(parent.frame.getByText('Decide in a window of the wallet')).toBeVisible()
    await expect(approveIn(parent.frame)).toHaveCount(0)
    for (const attack of [cover('inset:0; pointer-events:none'), MASK]) {
      await parent.page.evaluate(attack)
      await expectNoApproval()
    }
    await parent.page.evaluate(RESET)
    const opened = await openWindow(parent.page, parent.frame)
    await expect(opened.getByRole('heading', { name: heading })).toBeVisible()
    await readRequest(opened)
    await end(asked)
    await expect.poll(() => opened.isClosed()).toBe(true)
  })
}

const onlyButtons: readonly (readonly [name: string, attack: string])[] = [
  ['a low frame', "frame.style.height = '84px'"],
  ['a clip path', "frame.style.clipPath = 'inset(516px 0 0 0)'"],
  ['a negative top', "frame.style.top = '-516px'"],
  [
    'a low body that hides what overflows',
    "document.body.style = 'position:relative; height:84px; overflow:hidden; contain:paint'; frame.style.position = 'absolute'; frame.style.top = '-516px'",
  ],
  ['a cover with a hole', cover('left:0; right:0; top:0; height:530px')],
  ['a cover that lets clicks through', cover('inset:0; pointer-events:none')],
  ['a fade', "frame.style.opacity = '0.02'"],
]
for (const [name, attack] of onlyButtons) {
  test(`no approval behind ${name}`, () => resists(attack))
}

const disguises: readonly (readonly [name: string, attack: string])[] = [
  ['a clip along a path', `frame.style.clipPath = 'path("M0 516H360V600H0Z")'`],
  ['a small scale', "frame.style.transform = 'scale(0.1)'"],
  ['a small zoom', "frame.style.zoom = '0.2'"],
  ['a narrow frame', "frame.style.width = '120px'"],
  ['a blend with the page', "frame.style.mixBlendMode = 'lighten'"],
  ['a strip above the amount', cover('left:20px; top:120px; width:360px; height:90px')],
  [
    'a strip above the amount that lets clicks through',
    cover('left:20px; top:120px; width:360px; height:90px; pointer-events:none'),
  ],
]
for (const [name, attack] of disguises) {
  test(`no approval behind ${name}`, () => resists(attack))
}

test('a press does not count when the frame shrinks at the same moment', async () => {
  const asked = await show(signIn())
  await untilArmed()
  await parent.page.evaluate("frame.style.height = '84px'")
  await parent.page.mouse.click(280, 60)
  await expectNoApproval()
  await end(asked)
})

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function expectNotAnswered({ reply }: Asked): Promise<void> {
  const pause = parent.page.waitForTimeout(LONG_ENOUGH_MS).then(() => 'no answer')
  expect(await Promise.race([reply, pause])).toBe('no answer')
}

test('fast clicks do not approve what appears below the pointer', async () => {
  const first = await show(signIn())
  const { x, y } = await centreOf(approveIn(parent.frame))
  await end(first)
  const { method, params } = signIn({ statement: 'Hello again' })
  const reply = parent.ask('RPC_REQUEST', { method, params })
  await parent.page.evaluate(RESET)
  for (let click = 0; click < 12; click += 1) {
    await parent.page.mouse.click(x, y)
    await parent.page.waitForTimeout(100)
  }
  await end({ reply })
})

test('the second click of a double click does not approve the next request', async () => {
  const first = await show(signIn({ statement: 'first' }))
  await untilArmed()
  const { x, y } = await centreOf(approveIn(parent.frame))
  await parent.page.mouse.click(x, y)
  await first.reply
  const reply = parent.ask('RPC_REQUEST', signIn({ statement: 'second' }))
  await expect(parent.frame.getByText('second')).toBeVisible()
  await parent.page.mouse.click(x, y)
  await expectNotAnswered({ reply })
  await end({ reply })
})

const LONG = {
  resources: Array.from({ length: 300 }, (_, line) => `https://example.com/terms/${line + 1}`),
}

async function wheel(distance: number): Promise<void> {
  await parent.page.mouse.move(200, 300)
  for (let step = 0; step < distance; step += 200) await parent.page.mouse.wheel(0, 200)
}

test('a long text is signed once all of it was on the screen', async () => {
  const asked = await show(signIn(LONG))
  await expect(parent.frame.getByText('Scroll through everything to continue.')).toBeVisible()
  await expectNoApproval()
  await parent.frame.getByRole('main').press('PageDown')
  await expectNoApproval()
  await parent.frame.getByRole('main').press('End')
  await expect(parent.frame.getByText('Signing is free')).toBeInViewport()
  await armedIn(parent.frame).click()
  expect(await asked.reply).toMatchObject({ payload: expect.stringMatching(/^0x/) })
})

test('a text that was scrolled behind a cover was not read', async () => {
  const asked = await show(signIn(LONG))
  await expect(parent.frame.getByText('Scroll through everything to continue.')).toBeVisible()
  await parent.page.evaluate(cover('inset:0; pointer-events:none'))
  await expect(parent.frame.getByText('Part of this view is covered')).toBeVisible()
  await wheel(8_000)
  const top = () => parent.frame.getByRole('main').evaluate(({ scrollTop }) => scrollTop)
  await expect.poll(top).toBeGreaterThan(2_000)
  await parent.page.evaluate(RESET)
  await expect(parent.frame.getByText('Scroll through everything to continue.')).toBeVisible()
  await expect.poll(top).toBeLessThan(1_000)
  await expectNoApproval()
  await readRequest(parent.frame)
  await end(asked)
})

test('no signature of a long text in a low frame', async () => {
  const asked = await show(signIn(LONG))
  await parent.page.evaluate("frame.style.height = '140px'")
  await wheel(8_000)
  await expectNoApproval()
  await end(asked)
})

test('colours of the app that hide texts are ignored', async () => {
  const asked = await show(signIn())
  const colours = () =>
    parent.frame.locator(':root').evaluate((root) => {
      const style = getComputedStyle(root)
      return [style.backgroundColor, style.getPropertyValue('--accent')]
    })
  const setColours = (background: string, accent: string) =>
    parent.ask('SYNC_THEME', {
      themeMode: 'light',
      w3mThemeVariables: { '--w3m-background': background, '--w3m-accent': accent },
    })
  await untilArmed()
  const own = await colours()
  for (const [background, accent] of [
    ['#1d1812', '#ffffff'],
    ['var(--ink)', 'var(--on-accent)'],
    ['currentColor', 'transparent'],
    ['rgb(29 24 18 / 90%)', 'rgb(255 255 255 / 99%)'],
    ['color-mix(in srgb, #1d1812, #1d1812)', 'color(srgb 1 1 1)'],
  ] as const) {
    await setColours(background, accent)
    await untilArmed()
    expect(await colours()).toEqual(own)
  }
  await setColours('#ffffff', '#0052a5')
  await untilArmed()
  expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(0, 82, 165)'])
  await setColours('#fffdf9', '#854800')
  await end(asked)
})

test('another size or theme starts the wait again', async () => {
  const asked = await show(signIn())
  for (const change of [
    () => parent.page.evaluate("frame.style.width = '350px'"),
    () => parent.page.evaluate("frame.style.height = '590px'"),
    () => parent.ask('SYNC_THEME', { themeMode: 'dark' }),
    () => parent.ask('SYNC_THEME', { themeMode: 'light' }),
  ]) {
    await untilArmed()
    const states = await approveIn(parent.frame).evaluateHandle((button) => {
      const seen: unknown[] = []
      const observer = new MutationObserver(() => seen.push(button.ariaDisabled))
      observer.observe(button, { attributes: true, attributeFilter: ['aria-disabled'] })
      return seen
    })
    await change()
    await expect.poll(() => states.evaluate((seen) => seen[0])).toBe('true')
  }
  await end(asked)
})

test('a frame of one pixel is closed', async () => {
  const asked = await show(signIn())
  await untilArmed()
  await parent.page.evaluate("frame.style.height = '1px'")
  expect(await asked.reply).toMatchObject(REJECTED)
})

test('a small phone can log in', async () => {
  const asked = await show(signIn())
  // 568 px high, without the browser's bars and our modal's.
  await parent.page.evaluate("frame.style.width = '320px'; frame.style.height = '380px'")
  await parent.page.mouse.move(150, 250)
  const read = async () => {
    await parent.page.mouse.wheel(0, 40)
    return await armedIn(parent.frame).count()
  }
  await expect.poll(read, { intervals: [900] }).toBe(1)
  await expect(parent.frame.getByRole('heading', { name: /wants you to sign in/ })).toBeInViewport()
  await end(asked)
})

test('a login that does not fit into the frame is decided in the window', async () => {
  const asked = await show(signIn())
  await parent.page.evaluate("frame.style.height = '200px'")
  await approveInWindow(parent.page, parent.frame)
  expect(await asked.reply).toMatchObject({ payload: expect.stringMatching(/^0x/) })
  await parent.hide()
})

test('a transaction is approved in a window of the wallet', async () => {
  const asked = await show(send('2'))
  const opened = await openWindow(parent.page, parent.frame)
  expect(new URL(opened.url()).origin).toBe(stack.frameUrl)
  await expect(opened.getByRole('heading', { name: 'Send 2 BNB' })).toBeVisible()
  await expect(opened.getByText(SOMEONE)).toBeVisible()
  await expect(parent.frame.getByText('Decide in the window')).toBeVisible()
  await armedIn(opened).click()
  const { payload: hash } = (await asked.reply) as { payload: `0x${string}` }
  await mineSoon(stack.chain.rpcUrl)
  expect((await stack.chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  await expect.poll(() => opened.isClosed()).toBe(true)
  await parent.hide()
})

test('a window that another one may cover approves nothing until it is pressed', async () => {
  const asked = await show(permit())
  const opened = await openWindow(parent.page, parent.frame)
  await readRequest(opened)
  // Tests run with the focus emulated in every page.
  await opened.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))")
  await expect(opened.getByText('This window is not in front.')).toBeVisible()
  await expect(armedIn(opened)).toHaveCount(0)
  await approveIn(opened).click({ force: true })
  await expectNotAnswered(asked)
  await opened.evaluate("document.hasFocus = () => true; dispatchEvent(new Event('focus'))")
  await readRequest(opened)
  await end(asked)
})

test('a window that is closed, and one that is blocked, can be opened again', async () => {
  const { page, frame } = parent
  const asked = await show(permit())
  const closed = await openWindow(page, frame)
  await expect(approveIn(closed)).toBeVisible()
  await closed.close()
  await expect(frame.getByRole('button', { name: 'Open window' })).toBeVisible()
  const wallet = page.frames()[1]
  await wallet?.evaluate('{ globalThis.allowed = open; globalThis.open = () => null }')
  await frame.getByRole('button', { name: 'Open window' }).click()
  await expect(frame.getByText('The window could not be opened.')).toBeVisible()
  await wallet?.evaluate('{ globalThis.open = allowed }')
  const opened = await openWindow(page, frame)
  await opened.getByRole('button', { name: 'Cancel' }).click()
  expect(await asked.reply).toMatchObject(REJECTED)
  await parent.hide()
})

test('the page around the frame can neither fill a window nor answer for it', async () => {
  const { page, frame } = parent
  const asked = await show(permit())
  const opened = await openWindow(page, frame)
  await expect(approveIn(opened)).toBeVisible()
  const own = page.waitForEvent('popup')
  await page.evaluate(`{ globalThis.own = open('${stack.frameUrl}/approval') }`)
  const forged = await own
  await expect(forged.getByText('There is nothing to decide here.')).toBeVisible()
  const types = ['approval-window-ready', 'approved', 'approve']
  for (const type of types) {
    await page.evaluate(
      `{ frame.contentWindow.postMessage({ type: '${type}' }, '*'); own.postMessage({ type: '${type}' }, '*') }`,
    )
  }
  await forged.evaluate("postMessage({ type: 'approval-window-ready' }, '*')")
  await expect(approveIn(forged)).toHaveCount(0)
  await readRequest(opened)
  await expectNotAnswered(asked)
  await forged.close()
  await end(asked)
  await expect.poll(() => opened.isClosed()).toBe(true)
})

test('a newer request closes the window of the older one', async () => {
  const asked = await show(permit())
  const opened = await openWindow(parent.page, parent.frame)
  await readRequest(opened)
  const newer = { reply: parent.ask('RPC_REQUEST', send('9')) }
  expect(await asked.reply).toMatchObject(REJECTED)
  await expect.poll(() => opened.isClosed()).toBe(true)
  await expect(approveIn(parent.frame)).toHaveCount(0)
  await end(newer)
})

test('a browser that cannot tell whether something covers the frame approves no more in it', async () => {
  const context = parent.page.context()
  // Firefox and Safari lack it.
  await context.addInitScript('delete IntersectionObserverEntry.prototype.isVisible')
  const other = await openParent(context, stack)
  await untilReady(other)
  const login = await show(signIn(), other)
  await untilArmed(other)
  await armedIn(other.frame).click()
  expect(await login.reply).toMatchObject({ payload: expect.stringMatching(/^0x/) })
  for (const request of [permit(), send('9')]) {
    const asked = await show(request, other)
    await expect(other.frame.getByRole('button', { name: 'Open window' })).toBeVisible()
    await expectNoApproval(other)
    await end(asked, other)
  }
})

test('a press counts in the window after half a second only', async () => {
  const asked = await show(send('2'))
  const opened = await openWindow(parent.page, parent.frame)
  const button = approveIn(opened)
  await readRequest(opened)
  // A busy machine needs half a second between two of the test's steps. The clock is that of all windows from now on.
  await opened.clock.install()
  await opened.clock.pauseAt(Date.now() + 60_000)
  await opened.setViewportSize({ width: 430, height: 700 })
  await button.click({ force: true })
  await button.dispatchEvent('click')
  await expectNotAnswered(asked)
  await opened.clock.runFor(600)
  await expect(armedIn(opened)).toHaveCount(1)
  await end(asked)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { callRpc } from '@bullring/stack/chain/anvil'
import { type HostedBundler, startHostedBundler } from '@bullring/stack/testing/hosted-bundler'
import { SOLANA_CHAIN, type SolanaNode, startSolanaNode } from '@bullring/stack/testing/solana-node'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { lamports, address as solanaAddress } from '@solana/kit'
import { encodeFunctionData, parseEther, recoverMessageAddress, stringToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mineSoon } from '../../support/chain/mine-soon.ts'
import { expectAccessible } from '../../support/page/accessibility.ts'
import { startEmbeddedWalletStack } from '../../support/stack/embedded-wallet-stack.ts'
import { test } from '../../support/test.ts'
import {
  type FrameParent,
  openParent,
  readMail,
  untilReady,
} from '../../support/wallet/frame-parent.ts'
import { useSmartAccount } from '../../support/wallet/frame-smart-account.ts'
import { signInMessage } from '../../support/wallet/sign-in-message.ts'
import {
  buildTransfer,
  decodeTransaction,
  isSignedBy,
  toBase58,
} from '../../support/wallet/solana-wallet.ts'
import {
  approveIn,
  approveInWindow,
  openWindow,
  readRequest,
} from '../../support/wallet/wallet-window.ts'

let stack: Awaited<ReturnType<typeof startEmbeddedWalletStack>>
let solana: SolanaNode
let hosted: HostedBundler

test.beforeAll(async () => {
  solana = await startSolanaNode()
  hosted = await startHostedBundler()
  const reference = SOLANA_CHAIN.slice('solana:'.length)
  stack = await startEmbeddedWalletStack({
    WALLET_SOLANA_RPC_URLS: `${reference}=${solana.url}`,
    BUNDLER_URL: hosted.url,
  })
  await hosted.serve({ id: 31_337, rpcUrl: stack.chain.rpcUrl })
})

test.afterAll(async () => {
  await stack.stop()
  await hosted.stop()
  await solana.stop()
})

const SOMEONE = '0x000000000000000000000000000000000000bEEF'
const SOL = 1_000_000_000n
const CODE = /\b\d{3}\s?\d{3}\b/

/** A server of a page that no project lists. */
async function startPlainServer(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>A stranger</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type User = { address: `0x${string}`; chainId: number }

async function signIn(parent: FrameParent, email: string): Promise<User> {
  const otp = (await readMail(stack, email, CODE)).replaceAll(/\s/g, '')
  expect(await parent.ask('CONNECT_OTP', { otp })).toMatchObject({
    type: '@w3m-frame/CONNECT_OTP_SUCCESS',
  })
  const { payload } = await parent.ask('GET_USER', { chainId: 31_337 })
  return payload as User
}

/** Asks for a signature and approves it. */
async function sign(parent: FrameParent, { address }: User): Promise<void> {
  const message = `Hello ${crypto.randomUUID()}`
  await parent.ask('SYNC_THEME', { themeMode: 'dark' })
  const reply = parent.ask('RPC_REQUEST', {
    method: 'personal_sign',
    params: [stringToHex(message), address],
  })
  await parent.show()
  await expect(parent.frame.locator('.textContent')).toHaveText(message)
  await approveInWindow(parent.page, parent.frame)
  const { payload } = await reply
  await parent.hide()
  const signature = payload as `0x${string}`
  expect(await recoverMessageAddress({ message, signature })).toBe(address)
}

test('a visitor logs in by email, signs, bets, and signs on a second device', async ({
  browser,
}) => {
  const { chain } = stack
  const email = `frame-${crypto.randomUUID()}@example.com`
  const context = await browser.newContext()
  const logged: string[] = []
  context.on('console', (line) => logged.push(line.text()))
  const first = await openParent(context, stack)
  await untilReady(first)

  // Every request has a response before login, too.
  expect(await first.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: false } })
  expect(await first.ask('GET_USER')).toMatchObject({ type: '@w3m-frame/GET_USER_ERROR' })
  expect(await first.ask('GET_CHAIN_ID')).toMatchObject({ payload: { chainId: 31_337 } })
  expect(await first.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toMatchObject({
    type: '@w3m-frame/SET_PREFERRED_ACCOUNT_SUCCESS',
    payload: { type: 'eoa', address: '' },
  })

  expect(await first.ask('CONNECT_EMAIL', { email })).toMatchObject({
    payload: { action: 'VERIFY_OTP' },
  })
  await readMail(stack, email, CODE)
  expect(await first.ask('CONNECT_OTP', { otp: '000000' })).toMatchObject({
    type: '@w3m-frame/CONNECT_OTP_ERROR',
    payload: { message: expect.any(String) },
  })
  const user = await signIn(first, email)
  expect(user).toMatchObject({
    chainId: 31_337,
    email,
    accounts: [
      { address: user.address, type: 'eoa' },
      { address: expect.any(String), type: 'smartAccount' },
    ],
  })
  await sign(first, user)

  await first.reload()
  await untilReady(first)
  expect(await first.ask('GET_USER', { chainId: 31_337 })).toMatchObject({ payload: user })
  expect(await first.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: true } })

  await test.step('the view says what a bet risks', async () => {
    const epoch = await chain.openEpoch()
    const bet = {
      from: user.address,
      to: chain.market.prediction,
      value: `0x${parseEther('0.05').toString(16)}`,
      data: encodeFunctionData({
        abi: predictionAbi,
        functionName: 'betBull',
        args: [BigInt(epoch)],
      }),
    }
    const request = { method: 'eth_sendTransaction', params: [bet] }
    const poor = first.ask('RPC_REQUEST', request)
    await first.show()
    await expect(first.frame.getByRole('alert')).toContainText('does not cover')
    const opened = await openWindow(first.page, first.frame)
    await expect(opened.getByRole('alert')).toContainText('does not cover')
    await expect(approveIn(opened)).toBeDisabled()
    await opened.close()
    await first.frame.getByRole('button', { name: 'Cancel' }).click()
    expect(await poor).toMatchObject({ payload: { message: 'User rejected the request.' } })

    await callRpc(chain.rpcUrl, 'anvil_setBalance', [user.address, '0xde0b6b3a7640000'])
    const rich = first.ask('RPC_REQUEST', request)
    await expect(
      first.frame.getByRole('heading', { name: 'Bet 0.05 BNB on UP', exact: true }),
    ).toBeVisible()
    await expect(
      first.frame.getByText(`BNB market, round ${epoch}. You can lose at most 0.05 BNB.`),
    ).toBeVisible()
    await expect(first.frame.getByText(/^at most [\d.]+ BNB/)).toBeVisible()
    await expect(first.frame.getByText(/^(?: · )?(?:< )?\$[\d.]+$/)).toBeVisible()
    await approveInWindow(first.page, first.frame)
    const hash = (await rich).payload as `0x${string}`
    await first.hide()
    await mineSoon(chain.rpcUrl)
    const receipt = await chain.client.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
  })

  await test.step('the view shows what an unknown call changes', async () => {
    const params = [
      { from: user.address, to: SOMEONE, value: '0x2386f26fc10000', data: '0x12345678' },
    ]
    const reply = first.ask('RPC_REQUEST', { method: 'eth_sendTransaction', params })
    await first.show()
    await expect(
      first.frame.getByRole('heading', { name: 'Send 0.01 BNB with a contract call' }),
    ).toBeVisible()
    const sent = first.frame.getByText('You send', { exact: true }).locator('..')
    await expect(sent).toContainText('0.01 BNB')
    await expect(first.frame.getByText('This is the result of a simulation.')).toBeVisible()
    await first.frame.getByRole('button', { name: 'Cancel' }).click()
    expect(await reply).toMatchObject({ payload: { message: 'User rejected the request.' } })
    await first.hide()
  })

  await test.step('signs and sends on Solana, with the same key phrase', () => useSolana(first))
  await first.ask('SWITCH_NETWORK', { chainId: 31_337 })
  await test.step('a smart account signs, and sends calls of both versions through a hosted bundler', async () => {
    await useSmartAccount(first, chain)
    // The hosted bundler sees operations, but not their users.
    expect(hosted.methods).toContain('eth_sendUserOperation')
    expect(hosted.leaks).toEqual([])
  })

  await test.step('a second device needs the link and the code', async () => {
    const second = await openParent(await browser.newContext(), stack)
    await untilReady(second)
    expect(await second.ask('CONNECT_EMAIL', { email })).toMatchObject({
      payload: { action: 'VERIFY_DEVICE' },
    })
    const approval = second.ask('CONNECT_DEVICE')
    const link = await readMail(stack, email, /https?:\/\/\S+\/device\?t=[\w-]+/)
    const mail = await second.page.context().newPage()
    await mail.goto(link)
    await mail.getByRole('button', { name: 'Approve' }).click()
    await expect(mail.getByText('approved').first()).toBeVisible()
    await approval
    await stack.endMailCooldown(email)
    const { payload } = await second.ask('CONNECT_EMAIL', { email })
    expect(payload).toEqual({ action: 'VERIFY_OTP' })
    const same = await signIn(second, email)
    expect(same.address).toBe(user.address)
    await sign(second, same)
    await sign(first, user)
  })

  await test.step('the dashboard has a separate login', async () => {
    const dashboard = await context.newPage()
    await dashboard.goto(`${stack.frameUrl}/dashboard`)
    await expect(dashboard.getByRole('textbox', { name: 'Email address' })).toBeVisible()
    await expectAccessible(dashboard, 'dashboard')
    await dashboard.close()
  })

  // No message contains a secret of the frame.
  const posted = JSON.stringify(await first.messages())
  expect(posted).not.toMatch(/privateKey|mnemonic|share/i)
  // The browser itself reports the wrong code.
  expect(logged.filter((line) => !line.includes('status of 401'))).toEqual([])
})

const SOLANA_FRIEND = '2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S'

async function useSolana(parent: FrameParent): Promise<void> {
  const { payload } = await parent.ask('GET_USER', { chainId: SOLANA_CHAIN })
  const { address, accounts } = payload as { address: string; accounts: unknown }
  expect(accounts).toEqual([{ address, type: 'eoa' }])
  const approve = () => approveInWindow(parent.page, parent.frame)

  const message = 'Sign in to the app'
  const signing = parent.ask('RPC_REQUEST', {
    method: 'solana_signMessage',
    params: { message: toBase58(new TextEncoder().encode(message)), pubkey: address },
  })
  await parent.show()
  await expect(parent.frame.locator('.textContent')).toHaveText(message)
  await approve()
  const signed = (await signing).payload as { signature: string }
  expect(isSignedBy(address, message, signed.signature)).toBe(true)

  solana.network.airdrop(solanaAddress(address), lamports(SOL))
  const transfer = (amount: bigint) =>
    buildTransfer(solana, { from: address, to: SOLANA_FRIEND, lamports: amount })
  const approving = parent.ask('RPC_REQUEST', {
    method: 'solana_signTransaction',
    params: { transaction: transfer(SOL / 4n) },
  })
  await expect(parent.frame.getByRole('heading', { name: 'Send 0.25 SOL' })).toBeVisible()
  await expect(parent.frame.getByText(SOLANA_FRIEND)).toBeVisible()
  await approve()
  const { transaction } = (await approving).payload as { transaction: string }
  expect(solana.network.sendTransaction(decodeTransaction(transaction))).toHaveProperty('signature')

  const sending = parent.ask('RPC_REQUEST', {
    method: 'solana_signAndSendTransaction',
    params: { transaction: transfer(SOL / 2n), options: { preflightCommitment: 'singleGossip' } },
  })
  await expect(parent.frame.getByRole('heading', { name: 'Send 0.5 SOL' })).toBeVisible()
  await approve()
  expect((await sending).payload).toEqual({ signature: expect.stringMatching(/^\w{80,90}$/) })
  await parent.hide()
  const received = solana.network.getBalance(solanaAddress(SOLANA_FRIEND))
  expect(received).toBe((SOL * 3n) / 4n)
}

/** Signs in on the dashboard; on a new device of a known address, by link and code. */
async function enterDashboard(
  page: Page,
  email: string,
  earlier?: string,
  withPasskey = async () => {},
): Promise<string> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  if (earlier !== undefined) {
    const mail = await page.context().newPage()
    await mail.goto(await stack.linkFor(email, '/device'))
    await stack.endMailCooldown(email)
    await mail.getByRole('button', { name: 'Approve' }).click()
    await expect(mail.getByText('approved').first()).toBeVisible()
    await mail.close()
  }
  const field = page.getByRole('textbox', { name: /The code we sent/ })
  const code = await stack.codeFor(email, ...(earlier === undefined ? [] : [earlier]))
  await field.fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await withPasskey()
  await expect(page.getByText('This device')).toBeVisible()
  return code
}

/** Adds an authenticator whose user is always present. */
async function addAuthenticator(
  session: CDPSession,
  transport: 'internal' | 'usb',
): Promise<string> {
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

test('the dashboard protects a wallet with a passkey, removes a device and shows the key', async ({
  browser,
}) => {
  const email = `dashboard-${crypto.randomUUID()}@example.com`
  const context = await browser.newContext()
  const page = await context.newPage()
  const authenticators = await context.newCDPSession(page)
  await authenticators.send('WebAuthn.enable')
  const builtIn = await addAuthenticator(authenticators, 'internal')
  let beforeCreation = async () => {}
  let hasClosed = false
  await page.exposeFunction('beforeCreation', () => beforeCreation())
  await page.exposeFunction('hasClosed', () => hasClosed)
  await page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = async (options) => {
      await Reflect.get(window, 'beforeCreation')()
      return create(options)
    }
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = async (options) => {
      // The answer of browsers when the user closes their window.
      if (await Reflect.get(window, 'hasClosed')()) throw new DOMException('', 'NotAllowedError')
      return get(options)
    }
  })
  // Passkeys belong to a name, which an IP address is not.
  await page.goto(`${stack.frameUrl.replace('127.0.0.1', 'localhost')}/dashboard`)
  const firstCode = await enterDashboard(page, email)
  const address = await page.getByText(/^0x[0-9a-f]{40}$/i).innerText()

  await test.step('the risk is accepted before the first passkey', async () => {
    const protect = page.getByRole('button', { name: 'Protect with a passkey' })
    await expect(page.getByText('If you lose all your passkeys')).toBeVisible()
    await expect(protect).toBeDisabled()
    await page.getByRole('checkbox').check()
    await expectAccessible(page, 'passkey')
    await protect.click()
    await expect(page.getByText('Our servers alone cannot open your wallet')).toBeVisible()
    await expect(page.getByText('If you lose all your passkeys')).toBeHidden()
  })

  await test.step('one passkey is removed only with the other', async () => {
    const passkeys = page.getByRole('button', { name: 'Remove the passkey of' })
    // The first passkey opens the wallet for the second one, which the user creates on a security key.
    beforeCreation = async () => {
      await authenticators.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId: builtIn,
        enabled: false,
      })
      await addAuthenticator(authenticators, 'usb')
    }
    // The list is in order of creation, by the second.
    await page.waitForTimeout(1_000)
    await page.getByRole('button', { name: 'Add another passkey' }).click()
    await expect(passkeys).toHaveCount(2)
    await authenticators.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: builtIn })
    // Only the second passkey is at hand now, and the first one would have to prove that it may go.
    await passkeys.last().click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(passkeys).toHaveCount(2)
    await passkeys.first().click()
    await expect(passkeys).toHaveCount(1)
  })

  const code = await test.step('a new device needs the passkey, too', async () => {
    await page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
    })
    await page.reload()
    hasClosed = true
    const entered = await enterDashboard(page, email, firstCode, async () => {
      await expect(page.getByRole('alert')).toContainText('No passkey was used')
      await expectAccessible(page, 'passkey not at hand')
      hasClosed = false
      await page.getByRole('button', { name: 'Try again' }).click()
    })
    await expect(page.getByText(address)).toBeVisible()
    return entered
  })

  await test.step('the other device is removed', async () => {
    const devices = page.getByRole('listitem').filter({ hasText: 'Last used' })
    await expect(devices).toHaveCount(2)
    await devices.filter({ hasNotText: 'This device' }).getByRole('button').click()
    await expect(devices).toHaveCount(1)
  })

  await test.step('the phrase is shown after a fresh code only', async () => {
    const send = page.getByRole('button', { name: 'Email me a code to show it' })
    const field = page.getByRole('textbox', { name: /The code we sent/ })
    await stack.endMailCooldown(email)
    await send.click()
    await expect(field).toBeVisible()
    // The code in the mailbox is good for a page that was loaded again.
    await page.reload()
    await send.click()
    // A code for a login shows no key.
    await field.fill(code)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('not correct')
    await field.fill(await stack.codeFor(email, code))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const words = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')
    await expect(words).toHaveCount(12)
    const phrase = (await words.allInnerTexts()).join(' ')
    expect(mnemonicToAccount(phrase).address).toBe(address)
  })

  await test.step('a removed device is signed out, in each tab', async () => {
    const tab = await context.newPage()
    await tab.goto(page.url())
    await expect(tab.getByText(address)).toBeVisible()
    const device = page.getByRole('listitem').filter({ hasText: 'This device' })
    await device.getByRole('button').click()
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible()
    // Pages that Playwright controls have the focus all the time.
    await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(tab.getByRole('textbox', { name: 'Email address' })).toBeVisible()
  })
  await context.close()
})

/** Presses a button that opens the window of Google, and logs in there, all by keyboard. */
async function logInAtGoogle(page: Page, button: string, email: string): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).press('Enter')
  const provider = await opened
  await provider.getByRole('textbox', { name: 'Email' }).fill(email)
  await provider.getByRole('button', { name: 'Continue' }).press('Enter')
}

test('an account of Google uses the dashboard by keyboard at 360 px: first email, phrase, devices', async ({
  browser,
}) => {
  const google = `google-${crypto.randomUUID()}@example.com`
  const openDashboard = async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await page.goto(`${stack.frameUrl}/dashboard`)
    await logInAtGoogle(page, 'Continue with Google', google)
    await expect(page.getByText('This device')).toBeVisible()
    return page
  }
  const page = await openDashboard()
  const address = await page.getByText(/^0x[0-9a-f]{40}$/i).innerText()

  await test.step('the first email: link and code, both from the new address', async () => {
    const email = `first-${crypto.randomUUID()}@example.com`
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.getByRole('button', { name: 'Add this email' }).press('Enter')
    const field = page.getByRole('textbox', { name: /The code we sent/ })
    await field.fill(await stack.codeFor(email))
    await field.press('Enter')
    const mail = await page.context().newPage()
    await mail.goto(await stack.linkFor(email, '/email-change'))
    await expect(mail.getByRole('heading', { name: 'Add this email' })).toBeVisible()
    await mail.getByRole('button', { name: 'Approve' }).press('Enter')
    await expect(mail.getByText('Change approved')).toBeVisible()
    await mail.close()
    await expect(page.getByText(`This wallet also opens with ${email}.`)).toBeVisible()
    await expectAccessible(page, 'dashboard of an account of Google')
  })

  await test.step('the phrase is shown after another login there', async () => {
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
    await logInAtGoogle(page, 'Log in with Google again', google)
    const words = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')
    await expect(words).toHaveCount(12)
    const phrase = (await words.allInnerTexts()).join(' ')
    expect(mnemonicToAccount(phrase).address).toBe(address)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  await test.step('another device has the wallet, until it is removed', async () => {
    const other = await openDashboard()
    await expect(other.getByText(address)).toBeVisible()
    await page.reload()
    const devices = page.getByRole('listitem').filter({ hasText: 'Last used' })
    await expect(devices).toHaveCount(2)
    const foreign = devices.filter({ hasNotText: 'This device' })
    await foreign.getByRole('button').press('Enter')
    await expect(devices).toHaveCount(1)
    await other.reload()
    await expect(other.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await other.context().close()
  })
  await page.context().close()
})

test('a browser that blocks storage gets a session until the page is closed, and a sentence', async ({
  browser,
}) => {
  const context = await browser.newContext()
  await context.addInitScript(() => {
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  const parent = await openParent(context, stack)
  await untilReady(parent)
  const email = `blocked-${crypto.randomUUID()}@example.com`
  await parent.ask('CONNECT_EMAIL', { email })
  const user = await signIn(parent, email)
  const reply = parent.ask('RPC_REQUEST', {
    method: 'personal_sign',
    params: [stringToHex('Hello'), user.address],
  })
  await parent.show()
  await expect(parent.frame.getByText('Your browser blocks this wallet’s storage')).toBeVisible()
  await approveInWindow(parent.page, parent.frame)
  expect(await reply).toMatchObject({ payload: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  await parent.reload()
  await untilReady(parent)
  expect(await parent.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: false } })
  await context.close()
})

test('a core that names another vault than the page opens no wallet', async ({ browser }) => {
  const context = await browser.newContext()
  await context.route(`${stack.frameUrl}/config.json?*`, async (route) => {
    const response = await route.fetch()
    const served: object = await response.json()
    await route.fulfill({ response, json: { ...served, vaultUrl: 'https://accomplice.example' } })
  })
  const called: string[] = []
  context.on('request', (request) => called.push(new URL(request.url()).origin))
  const parent = await openParent(context, stack)
  await untilReady(parent)
  const reply = await parent.ask('CONNECT_EMAIL', { email: 'wrong-vault@example.com' })
  expect(reply).toMatchObject({
    type: expect.stringContaining('ERROR'),
    payload: { message: 'This wallet is not configured securely, so it will not open.' },
  })
  expect(new Set(called)).toEqual(new Set([stack.url, stack.frameUrl]))
})

test('a request whose code does not arrive is refused; the next one is shown, with its styles', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const parent = await openParent(context, stack)
  await untilReady(parent)
  const email = `outage-${crypto.randomUUID()}@example.com`
  await parent.ask('CONNECT_EMAIL', { email })
  const { address } = await signIn(parent, email)
  const params = [stringToHex('Hello'), address]
  const ask = () => parent.ask('RPC_REQUEST', { method: 'personal_sign', params })

  const code = `${stack.frameUrl}/assets/**`
  await context.route(code, (route) => route.abort())
  expect(await ask()).toMatchObject({
    payload: { message: 'Something went wrong. Please try again.' },
  })
  await context.unroute(code)
  const reply = ask()
  await parent.show()
  await expect(parent.frame.locator('.textContent')).toHaveText('Hello')
  await expect(parent.frame.locator('footer')).toHaveCSS('position', 'sticky')
  await parent.frame.getByRole('button', { name: 'Cancel' }).click()
  expect(await reply).toMatchObject({ payload: { message: 'User rejected the request.' } })
})

test('the frame serves its parent only, and no hidden button', async ({ browser }) => {
  const email = `guard-${crypto.randomUUID()}@example.com`
  const context = await browser.newContext()

  await test.step('a page that is not on the list gets nothing', async () => {
    await using server = await startPlainServer()
    const stranger = await openParent(context, stack, server.url)
    const blocked = stranger.page.frames()[1]
    await expect.poll(() => blocked?.url()).toBe('chrome-error://chromewebdata/')
    expect(await stranger.messages()).toEqual([])
    await stranger.page.close()
  })

  const parent = await openParent(context, stack)
  await untilReady(parent)
  await parent.ask('CONNECT_EMAIL', { email })
  const user = await signIn(parent, email)

  await test.step('the app reads nothing of the frame, nor calls its services', async () => {
    const outcomes = await parent.page.evaluate(async (origin) => {
      const frame = document.querySelector<HTMLIFrameElement>('#w3m-iframe')
      const inside = frame?.contentWindow
      const attempts = {
        document: () => inside?.document.body,
        storage: () => inside?.localStorage,
        database: () => inside?.indexedDB,
        custody: () => fetch(`${origin}/core/session/get`, { method: 'POST', body: '{}' }),
      }
      const outcomeOf = async (attempt: () => unknown) => {
        try {
          await attempt()
          return 'allowed'
        } catch (error) {
          return (error as Error).name
        }
      }
      const entries = Object.entries(attempts).map(async ([name, attempt]) => [
        name,
        await outcomeOf(attempt),
      ])
      return {
        isFramed: inside !== null && inside !== undefined,
        databases: (await indexedDB.databases()).map(({ name }) => name),
        ...Object.fromEntries(await Promise.all(entries)),
      }
    }, stack.frameUrl)
    expect(outcomes).toMatchObject({
      isFramed: true,
      document: 'SecurityError',
      storage: 'SecurityError',
      database: 'SecurityError',
      custody: 'TypeError',
    })
    expect(outcomes.databases).not.toContain('bullring-wallet')
  })

  await test.step('typed data for another chain has a warning', async () => {
    const typedData = {
      domain: { name: 'Elsewhere', chainId: 1 },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Order: [{ name: 'note', type: 'string' }],
      },
      primaryType: 'Order',
      message: { note: 'all of it' },
    }
    const reply = parent.ask('RPC_REQUEST', {
      method: 'eth_signTypedData_v4',
      params: [user.address, JSON.stringify(typedData)],
    })
    await parent.show()
    await expect(parent.frame.getByText('all of it')).toBeVisible()
    await expect(parent.frame.getByText(/different network: chain 1\./)).toBeVisible()
    // Follows the language of the app while the request is open.
    await parent.ask('SYNC_THEME', { language: 'es' })
    await expect(parent.frame.getByText(/otra red, con ID 1\./)).toBeVisible()
    await parent.ask('SYNC_THEME', { language: 'en' })
    await parent.frame.getByRole('button', { name: 'Cancel' }).click()
    expect(await reply).toMatchObject({ payload: { message: 'User rejected the request.' } })
    await parent.hide()
  })

  await test.step('messages of a sibling frame are ignored', async () => {
    const before = (await parent.messages()).length
    await parent.page.evaluate((origin) => {
      const sibling = document.createElement('iframe')
      sibling.srcdoc = `<script>parent.frames[0].postMessage({type: '@w3m-app/GET_USER', id: 'sibling'}, '${origin}')</script>`
      document.body.append(sibling)
    }, stack.frameUrl)
    await expect.poll(() => parent.page.frames().length).toBe(3)
    // Messages arrive in order: a reply to the sibling would come before this one.
    await parent.ask('GET_CHAIN_ID')
    const later = (await parent.messages()).slice(before)
    expect(later.map(({ id }) => id)).not.toContain('sibling')
  })

  await test.step('a faded or covered button cannot be pressed', async () => {
    const reply = parent.ask('RPC_REQUEST', {
      method: 'personal_sign',
      params: [stringToHex(signInMessage(stack.url, user.address)), user.address],
    })
    await parent.page.evaluate("frame.style.opacity = '0.01'")
    await parent.show()
    const approve = parent.frame.getByRole('button', { name: 'Sign', exact: true })
    await expect(approve).toBeVisible()
    await approve.dispatchEvent('click')
    await approve.click({ force: true })
    await expect(approve).toBeDisabled()

    await parent.page.evaluate("frame.style.opacity = '1'")
    await readRequest(parent.frame)
    await expect(approve).toBeEnabled()
    await parent.page.evaluate(() => {
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.style.cssText =
        'position:fixed; inset:0; background:#fff; pointer-events:none; z-index:9'
      document.body.append(cover)
    })
    await expect(approve).toBeDisabled()
    await parent.page.evaluate(() => document.querySelector('#cover')?.remove())
    await expect(approve).toBeEnabled()
    // A script's click is no click.
    await approve.dispatchEvent('click')
    await expect(approve).toBeEnabled()

    // Closing the modal hides the frame: the same as Cancel.
    await parent.hide()
    expect(await reply).toMatchObject({ payload: { message: 'User rejected the request.' } })
  })

  await test.step('the newest request replaces the one on the screen', async () => {
    const ask = (text: string) =>
      parent.ask('RPC_REQUEST', {
        method: 'personal_sign',
        params: [stringToHex(text), user.address],
      })
    const older = ask('older')
    await parent.show()
    await expect(parent.frame.locator('.textContent')).toHaveText('older')
    const newer = ask('<b>newer</b> \u202Etxt')
    await expect(parent.frame.locator('.textContent')).toHaveText('<b>newer</b> ⟨U+202E⟩txt')
    expect(await older).toMatchObject({ payload: { message: 'User rejected the request.' } })
    await parent.frame.getByRole('button', { name: 'Cancel' }).press('Enter')
    expect(await newer).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR' })
  })

  await test.step('signing out ends the session here', async () => {
    expect(await parent.ask('SIGN_OUT')).toMatchObject({ type: '@w3m-frame/SIGN_OUT_SUCCESS' })
    await parent.reload()
    await untilReady(parent)
    expect(await parent.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: false } })
  })
})

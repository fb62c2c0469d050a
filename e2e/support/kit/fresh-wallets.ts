import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPhone, phoneRoot } from '@bullring/stack/build'
import { startPhone } from '@bullring/stack/phone/start-phone'
import type { Child } from '@bullring/stack/processes/child'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { installWallet } from '../wallet/test-wallet.ts'
import { install } from './fresh-apps.ts'

const WALLET = 'wallet.mjs'
/** Waiting time for a step of a page or a wallet. */
export const PATIENCE = { timeout: 60_000 }
const CHAIN = {
  id: 31_337,
  name: 'Local chain',
  rpcUrl: '/rpc/31337',
  faucetUrl: null,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}

/** A wallet, and the actions of its user. */
export type FreshWallet = {
  name: string
  /** Prepares it before the page opens. Returns its address. */
  install: (context: BrowserContext) => Promise<string>
  /** Connects from the open modal. */
  connect: (page: Page) => Promise<void>
  sign: () => Promise<void>
}

/** A wallet in the browser, announced by EIP-6963. */
export const ANNOUNCED_WALLET: FreshWallet = {
  name: 'an announced wallet',
  install: async (context) => {
    const options = { name: 'Announced', nodes: {}, known: [CHAIN.id] } as const
    return (await installWallet(context, options)).address
  },
  connect: (page) => page.getByRole('button', { name: 'Announced' }).click(PATIENCE),
  sign: () => Promise.resolve(),
}

type RemoteWallet = Pick<FreshWallet, 'name' | 'sign'> & {
  address: string
  connect: (link: string) => Promise<void>
}

/** Pairs a wallet on another device by the copied link. */
function remoteWallet({ name, address, connect, sign }: RemoteWallet): FreshWallet {
  return {
    name,
    sign,
    install: () => Promise.resolve(address),
    connect: async (page) => {
      await page.getByRole('button', { name: 'Copy link' }).click()
      const link = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(link, PATIENCE).toMatch(/^wc:/)
      await connect(await link())
    },
  }
}

/** Opens the test wallet's page on another device. */
export async function openPhone(options: {
  browser: Browser
  cleanup: AsyncDisposableStack
  relayUrl: string
}): Promise<FreshWallet> {
  const { browser, cleanup, relayUrl } = options
  await buildPhone()
  // Nothing here reads a chain.
  const nowhere = 'http://127.0.0.1:9'
  const phone = await startPhone({
    port: 0,
    root: phoneRoot,
    gameUrl: nowhere,
    walletUrl: nowhere,
    config: { chains: [CHAIN], relayUrl, projectId: 'phone', markets: [] },
  })
  cleanup.defer(phone.stop)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(phone.url)
  const address = (await page.locator('main code').innerText(PATIENCE)).replaceAll(/\s/g, '')
  const approve = async (name: string) => {
    await page
      .getByRole('dialog', { name: /Fresh wants/ })
      .getByRole('button', { name })
      .click(PATIENCE)
  }
  return remoteWallet({
    name: 'the phone',
    address,
    connect: async (link) => {
      await page.getByRole('button', { name: 'Paste a link' }).click(PATIENCE)
      const dialog = page.getByRole('dialog', { name: 'Paste a link' })
      await dialog.getByRole('textbox').fill(link)
      await dialog.getByRole('button', { name: 'Connect' }).click()
      await approve('Connect')
    },
    sign: () => approve('Sign'),
  })
}

type StartChild = (
  name: string,
  command: string,
  args: readonly string[],
  cwd: string,
  onLine?: (line: string) => void,
) => Child

/** Installs the packed client in a folder, and runs the wallet there. */
export async function startWallet(options: {
  folder: string
  tarball: string
  relayUrl: string
  start: StartChild
}): Promise<FreshWallet> {
  const { folder, tarball, relayUrl, start } = options
  const cwd = join(folder, 'wallet')
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'wallet', private: true }))
  await install(cwd, [tarball, 'viem'])
  await copyFile(join(repositoryRoot, 'walletconnect/client/example', WALLET), join(cwd, WALLET))
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const child = start('wallet', process.execPath, [join(cwd, WALLET), relayUrl], cwd, resolve)
  const address = await Promise.race([ready, child.exited.then(() => '')])
  if (address === '') throw new Error(child.lastOutput())
  return remoteWallet({
    name: 'the packed wallet',
    address,
    connect: async (link) => void child.process.send(link),
    sign: () => Promise.resolve(),
  })
}

import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { type AppClient, createAppClient } from './app/app-client.ts'
import { readLink, writeLink } from './link-mode.ts'
import { ignoreClosing } from './testing/ignore-closing.ts'
import { nextEvent } from './testing/next-event.ts'
import { METADATA } from './testing/relay.ts'
import { createWalletClient, type WalletClient, type WalletEvents } from './wallet/wallet-client.ts'

const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `eip155:56:${ACCOUNT.address}`
const APP_LINK = 'https://app.example/wc'
const WALLET_LINK = 'https://wallet.example/wc'

function metadata(universal: string) {
  return { ...METADATA, redirect: { universal, linkMode: true } }
}

/** Lets an app request a login from a wallet in a link. */
async function requestLogin() {
  const links: string[] = []
  const clients: { app?: AppClient; wallet?: WalletClient } = {}
  const phone = { hasFault: false }
  const openLink = (url: string) => {
    if (phone.hasFault) throw new Error('No app opens this link.')
    links.push(url)
    const opened = url.startsWith(APP_LINK) ? clients.app : clients.wallet
    void opened?.receiveLink(url)
  }
  // Nothing listens there.
  const options = { relayUrl: 'ws://127.0.0.1:1', projectId: 'test', openLink }
  const app = await createAppClient({ ...options, metadata: metadata(APP_LINK) })
  const wallet = await createWalletClient({
    ...options,
    metadata: metadata(WALLET_LINK),
    signIn: { chains: ['eip155:56'], methods: ['personal_sign'] },
  })
  Object.assign(clients, { app, wallet })
  onTestFinished(() => {
    app.close()
    wallet.close()
  })
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  const { authenticated } = await app.authenticate({
    chains: ['eip155:56'],
    domain: 'app.example',
    uri: 'https://app.example/login',
    nonce: 'a1b2c3d4',
    methods: ['personal_sign'],
    walletLink: WALLET_LINK,
  })
  const { login } = await requested
  const message = wallet.loginMessage(login.id, CAIP_10)
  const signatures = { [CAIP_10]: await ACCOUNT.signMessage({ message }) }
  const approve = () => wallet.approveLogin(login.id, signatures)
  return { app, wallet, links, phone, approve, authenticated }
}

test('signs in and requests in links, without a relay', async () => {
  const { app, wallet, links, approve, authenticated } = await requestLogin()
  await approve()
  const { session } = await authenticated
  wallet.on('requested', ({ request }) => {
    wallet.respond(request, { result: '0x01' }).catch(ignoreClosing)
  })
  const { topic } = session
  const request = { topic, chainId: 'eip155:56', method: 'personal_sign', params: [] }
  expect(await app.request(request)).toBe('0x01')
  expect(links).toHaveLength(4)
})

test('error: a link that does not open leaves no session, and the user decides again', async () => {
  const { wallet, phone, approve, authenticated } = await requestLogin()
  phone.hasFault = true
  await expect(approve()).rejects.toThrow('No app opens this link.')
  expect(wallet.sessions()).toEqual([])
  expect(wallet.logins()).toHaveLength(1)
  phone.hasFault = false
  await approve()
  const { topic } = (await authenticated).session
  expect(wallet.sessions().map((session) => session.topic)).toEqual([topic])
})

test('reads only links that bring a message', () => {
  const message = { topic: 'ab'.repeat(32), envelope: 'AAEC' }
  expect(readLink(writeLink(`${APP_LINK}?from=x`, message))).toEqual(message)
  for (const url of ['', 'nonsense', APP_LINK, `${APP_LINK}?wc_ev=AA&topic=1`]) {
    expect(readLink(url)).toBeUndefined()
  }
})

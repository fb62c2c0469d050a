import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA } from '../testing/relay.ts'
import {
  createWalletClient,
  type WalletClient,
  type WalletEvents,
} from '../wallet/wallet-client.ts'
import { readLink, writeLink } from './link-mode.ts'

const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const CAIP_10 = `eip155:56:${ACCOUNT.address}`
const APP_LINK = 'https://app.example/wc'
const WALLET_LINK = 'https://wallet.example/wc'

function metadata(universal: string) {
  return { ...METADATA, redirect: { universal, linkMode: true } }
}

test('signs in and requests in links, without a relay', async () => {
  const links: string[] = []
  const clients: { app?: AppClient; wallet?: WalletClient } = {}
  const openLink = (url: string) => {
    links.push(url)
    const opened = url.startsWith(APP_LINK) ? clients.app : clients.wallet
    void opened?.receiveLink(url)
  }
  // Nothing listens there.
  const options = { relayUrl: 'ws://127.0.0.1:1', projectId: 'test', openLink }
  const app = await createAppClient({ ...options, metadata: metadata(APP_LINK) })
  const wallet = await createWalletClient({
    ...{
      ...options,
      metadata: metadata(WALLET_LINK),
      signIn: { chains: ['eip155:56'], methods: ['personal_sign'] },
    },
  })
  Object.assign(clients, { app, wallet })
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  const { authenticated } = await app.authenticate({
    ...{ chains: ['eip155:56'], domain: 'app.example', uri: 'https://app.example/login' },
    ...{ nonce: 'a1b2c3d4', methods: ['personal_sign'], walletLink: WALLET_LINK },
  })
  const { login } = await requested
  const message = wallet.loginMessage(login.id, CAIP_10)
  await wallet.approveLogin(login.id, { [CAIP_10]: await ACCOUNT.signMessage({ message }) })
  const { session } = await authenticated
  wallet.on('requested', ({ request }) => {
    wallet.respond(request, { result: '0x01' }).catch(ignoreClosing)
  })
  const { topic } = session
  const request = { topic, chainId: 'eip155:56', method: 'personal_sign', params: [] }
  expect(await app.request(request)).toBe('0x01')
  expect(links).toHaveLength(4)
  app.close()
  wallet.close()
})

test('reads only links that bring a message', () => {
  const message = { topic: 'ab'.repeat(32), envelope: 'AAEC' }
  expect(readLink(writeLink(`${APP_LINK}?from=x`, message))).toEqual(message)
  for (const url of ['', 'nonsense', APP_LINK, `${APP_LINK}?wc_ev=AA&topic=1`]) {
    expect(readLink(url)).toBeUndefined()
  }
})

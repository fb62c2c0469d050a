import { strict as assert } from 'node:assert'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type OfficialClient,
  startOfficialClient,
  stopOfficialClient,
} from '@bullring/relay/testing/sign-clients'
import { type Hex, verifyMessage } from 'viem'
import { install } from '../kit/fresh-apps.ts'
import type { Checks } from './checks.ts'
import { type Installation, RELAY_URL } from './installation.ts'
import { CHAIN, type SigningWallet, startSigningWallet } from './signing-wallet.ts'

/** The oldest version that AppKit 1.7 has, the newest of its successors, and the newest. */
export const SIGN_CLIENTS = ['2.19.2', '2.21.10', '2.25.0'] as const

const TIMEOUT_MS = 60_000

/** Lets an app and a wallet of one version talk through the relay. */
export async function trySignClient(
  version: (typeof SIGN_CLIENTS)[number],
  { folder, installation, checks }: { folder: string; installation: Installation; checks: Checks },
): Promise<void> {
  const subject = `sign-client ${version}`
  const cwd = join(folder, `sign-client-${version}`)
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'client', private: true }))
  await using cleanup = new AsyncDisposableStack()
  const clients = await checks.run(subject, 'installs and connects to the relay', async () => {
    await install(cwd, [`@walletconnect/sign-client@${version}`])
    const { SignClient } = createRequire(join(cwd, 'package.json'))('@walletconnect/sign-client')
    const app = await startOfficialClient(RELAY_URL, `app-${version}`, SignClient)
    cleanup.defer(() => stopOfficialClient(app))
    const wallet = await startSigningWallet(`wallet-${version}`, SignClient)
    return { app, wallet: cleanup.use(wallet) }
  })
  if (clients === null) return
  const { app, wallet } = clients
  const session = await checks.run(subject, 'pairs, and the wallet approves', async () => {
    const { uri, approval } = await app.connect({
      optionalNamespaces: { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } },
    })
    await wallet.pair(uri ?? '')
    const approved = await within(approval(), 'approval')
    assert.deepEqual(approved.namespaces['eip155']?.accounts, [`${CHAIN}:${wallet.address}`])
    return approved
  })
  if (session === null) return
  await trySession(subject, { app, wallet, topic: session.topic, checks })
  await checks.run(subject, 'needs no other host', () => {
    assert.deepEqual(installation.network.takeRefused(), [])
    return Promise.resolve()
  })
}

async function trySession(
  subject: string,
  session: { app: OfficialClient; wallet: SigningWallet; topic: string; checks: Checks },
): Promise<void> {
  const { app, wallet, topic, checks } = session
  const message = `Signed by ${subject}`
  const ask = () => {
    const params = [`0x${Buffer.from(message).toString('hex')}`, wallet.address]
    const request = { method: 'personal_sign', params }
    return within(app.request<Hex>({ topic, chainId: CHAIN, request }), 'response')
  }
  await checks.run(subject, 'signs a message', async () => {
    const signature = await ask()
    assert.ok(await verifyMessage({ address: wallet.address, message, signature }))
  })
  await checks.run(subject, 'reports a refused request', async () => {
    wallet.refuse()
    await assert.rejects(ask(), { code: 5_000 })
  })
  await checks.run(subject, 'ends when the wallet ends it', async () => {
    const ended = new Promise<unknown>((resolve) => app.on('session_delete', resolve))
    await wallet.disconnect()
    await within(ended, 'end of the session')
    assert.deepEqual([app.session.length, wallet.sessions()], [0, 0])
  })
}

/** Rejects when the other device does not respond. */
async function within<T>(result: Promise<T>, name: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const error = new Error(`No ${name} within ${TIMEOUT_MS / 1_000} s`)
  const timer = setTimeout(() => reject(error), TIMEOUT_MS)
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

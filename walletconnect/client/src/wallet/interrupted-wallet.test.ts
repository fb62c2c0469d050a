import type { TestRelay } from '@bullring/relay/testing/start-test-relay'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppClient, createAppClient } from '../app/app-client.ts'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { CHAIN, NAMESPACES, PROPOSED, SIGN } from '../testing/approve-all.ts'
import { ignoreClosing } from '../testing/ignore-closing.ts'
import { killedStorage } from '../testing/killed-storage.ts'
import { nextEvent } from '../testing/next-event.ts'
import { METADATA, startMemoryRelay } from '../testing/relay.ts'
import { createWalletClient, type WalletClient, type WalletEvents } from './wallet-client.ts'

const SIGN_IN = { chains: [CHAIN], methods: ['personal_sign'] }
const PAGE = { domain: 'app.example', uri: 'https://app.example/login', nonce: 'a1b2c3d4' }
const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const REJECTED = { code: 5_000 }

let relay: TestRelay

beforeAll(async () => {
  relay = await startMemoryRelay()
})
afterAll(async () => {
  await relay.stop()
})

function options(storage: Storage) {
  const signIn = SIGN_IN
  return { relayUrl: relay.url, projectId: 'test', metadata: METADATA, storage, signIn }
}

/** Opens a wallet that ends after some writes. `run` may not return. */
async function runUntilKilled(
  storage: Storage,
  writes: number,
  run: (wallet: WalletClient) => Promise<unknown>,
): Promise<{ isFinished: boolean }> {
  const killed = killedStorage(storage, writes)
  let isFinished = false
  const wallet = await createWalletClient(options(killed))
  run(wallet).then(
    () => {
      isFinished = true
    },
    // The client is closed meanwhile.
    () => undefined,
  )
  await expect.poll(() => isFinished || killed.isKilled).toBe(true)
  wallet.close()
  return { isFinished }
}

/** Interrupts a step after each of its writes. `check` gets what is stored then. */
async function interruptEverywhere(
  prepare: () => Promise<{ storage: Storage; app: AppClient; check: () => Promise<void> }>,
  step: (wallet: WalletClient) => Promise<unknown>,
): Promise<number> {
  for (let writes = 1; ; writes += 1) {
    const { storage, app, check } = await prepare()
    const { isFinished } = await runUntilKilled(storage, writes, step)
    await check()
    app.close()
    if (isFinished) return writes
  }
}

/** Shows a wallet the proposal of an app, and closes it. */
async function propose() {
  const storage = createMemoryStorage()
  const app = await createAppClient(options(createMemoryStorage()))
  const wallet = await createWalletClient(options(storage))
  const { uri, session } = await app.connect(PROPOSED)
  session.catch(() => undefined)
  const proposed = nextEvent<WalletEvents, 'proposed'>(wallet, 'proposed')
  await wallet.pair(uri)
  await proposed
  wallet.close()
  return { storage, app, session }
}

/** Shows a wallet the login of an app, and closes it. */
async function requestLogin() {
  const storage = createMemoryStorage()
  const app = await createAppClient(options(createMemoryStorage()))
  const wallet = await createWalletClient(options(storage))
  const { uri, authenticated } = await app.authenticate({ ...PAGE, ...SIGN_IN })
  const requested = nextEvent<WalletEvents, 'loginRequested'>(wallet, 'loginRequested')
  await wallet.pair(uri)
  await requested
  wallet.close()
  return { storage, app, authenticated }
}

async function hasDecision(storage: Storage): Promise<boolean> {
  return (await storage.entries('outbox:response:')).length > 0
}

/** Lets the user sign the login that a wallet shows. */
async function approveLogin(wallet: WalletClient): Promise<unknown> {
  const id = wallet.logins()[0]?.id ?? 0
  const account = `${CHAIN}:${ACCOUNT.address}`
  const message = wallet.loginMessage(id, account)
  return await wallet.approveLogin(id, { [account]: await ACCOUNT.signMessage({ message }) })
}

describe('a wallet that ends at any moment', () => {
  test('of an approval has a session that the app knows, or lets the user decide again', async () => {
    const prepare = async () => {
      const { storage, app, session } = await propose()
      const check = async () => {
        const again = await createWalletClient(options(storage))
        await expect.poll(() => again.sessions().length + again.proposals().length).toBe(1)
        const [proposal] = again.proposals()
        if (proposal) await again.approve({ id: proposal.id, namespaces: NAMESPACES })
        const { topic } = await session
        expect(again.sessions().map((each) => each.topic)).toEqual([topic])
        await expect.poll(() => again.sessions()[0]?.isAcknowledged).toBe(true)
        again.close()
      }
      return { storage, app, check }
    }
    const writes = await interruptEverywhere(prepare, async (wallet) => {
      const [proposal] = wallet.proposals()
      return await wallet.approve({ id: proposal?.id ?? 0, namespaces: NAMESPACES })
    })
    expect(writes).toBeGreaterThan(5)
  })

  test('of a login has a session that the app knows, or lets the user decide again', async () => {
    const prepare = async () => {
      const { storage, app, authenticated } = await requestLogin()
      const check = async () => {
        const again = await createWalletClient(options(storage))
        expect(again.sessions().length + again.logins().length).toBe(1)
        if (again.logins().length > 0) await approveLogin(again)
        const { topic } = (await authenticated).session
        expect(again.sessions().map((each) => each.topic)).toEqual([topic])
        expect(again.logins()).toEqual([])
        again.close()
      }
      return { storage, app, check }
    }
    expect(await interruptEverywhere(prepare, approveLogin)).toBeGreaterThan(5)
  })

  test('of a rejection has sent it, or lets the user decide again: never both', async () => {
    const prepare = async () => {
      const { storage, app, session } = await propose()
      const check = async () => {
        const isDecided = await hasDecision(storage)
        const again = await createWalletClient(options(storage))
        const [proposal] = again.proposals()
        if (isDecided) expect(proposal).toBeUndefined()
        if (proposal) await again.reject(proposal.id)
        await expect(session).rejects.toMatchObject(REJECTED)
        await expect.poll(() => storage.entries('outbox:')).toEqual([])
        expect(again.proposals()).toEqual([])
        again.close()
      }
      return { storage, app, check }
    }
    const writes = await interruptEverywhere(prepare, async (wallet) => {
      await wallet.reject(wallet.proposals()[0]?.id ?? 0)
    })
    expect(writes).toBeGreaterThan(2)
  })

  test('of a rejected login has sent it, or lets the user decide again: never both', async () => {
    const prepare = async () => {
      const { storage, app, authenticated } = await requestLogin()
      authenticated.catch(() => undefined)
      const check = async () => {
        const isDecided = await hasDecision(storage)
        const again = await createWalletClient(options(storage))
        const [login] = again.logins()
        if (isDecided) expect(login).toBeUndefined()
        if (login) await again.rejectLogin(login.id)
        await expect(authenticated).rejects.toMatchObject(REJECTED)
        await expect.poll(() => storage.entries('outbox:')).toEqual([])
        expect(again.logins()).toEqual([])
        again.close()
      }
      return { storage, app, check }
    }
    const writes = await interruptEverywhere(prepare, async (wallet) => {
      await wallet.rejectLogin(wallet.logins()[0]?.id ?? 0)
    })
    expect(writes).toBeGreaterThan(2)
  })

  test('of a response has sent it, or shows the request again: never both', async () => {
    const results: unknown[] = []
    let decided = 0
    const prepare = async () => {
      const storage = createMemoryStorage()
      const app = await createAppClient(options(createMemoryStorage()))
      const wallet = await createWalletClient(options(storage))
      wallet.on('proposed', ({ proposal }) => {
        wallet.approve({ id: proposal.id, namespaces: NAMESPACES }).catch(ignoreClosing)
      })
      const { uri, session } = await app.connect(PROPOSED)
      await wallet.pair(uri)
      const { topic } = await session
      await expect.poll(() => wallet.sessions()[0]?.isAcknowledged).toBe(true)
      const requested = nextEvent<WalletEvents, 'requested'>(wallet, 'requested')
      const response = app.request({ topic, ...SIGN })
      response.then(
        (result) => results.push(result),
        () => undefined,
      )
      await requested
      wallet.close()
      const check = async () => {
        const again = await createWalletClient(options(storage))
        const [request] = again.requests()
        const isPending = request !== undefined
        if (isPending) await again.respond(request, { result: 'second' })
        expect(await response).toBe(isPending ? 'second' : 'first')
        expect(again.requests()).toEqual([])
        again.close()
      }
      decided += 1
      return { storage, app, check }
    }
    const writes = await interruptEverywhere(prepare, async (wallet) => {
      const [request] = wallet.requests()
      if (request === undefined) throw new Error('Expected a request.')
      await wallet.respond(request, { result: 'first' })
    })
    expect(writes).toBeGreaterThan(2)
    expect(results).toHaveLength(decided)
  })
})

test('a session that ends without a connection ends for the app, too', async () => {
  const storage = createMemoryStorage()
  const app = await createAppClient(options(createMemoryStorage()))
  const wallet = await createWalletClient(options(storage))
  wallet.on('proposed', ({ proposal }) => {
    wallet.approve({ id: proposal.id, namespaces: NAMESPACES }).catch(ignoreClosing)
  })
  const { uri, session } = await app.connect(PROPOSED)
  await wallet.pair(uri)
  const { topic } = await session
  wallet.close()
  const offline = await createWalletClient({
    ...options(storage),
    relayUrl: 'ws://127.0.0.1:1',
  })
  await offline.disconnect(topic)
  offline.close()
  const again = await createWalletClient(options(storage))
  await expect.poll(() => app.sessions()).toEqual([])
  again.close()
  app.close()
})

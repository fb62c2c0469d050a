import { defineChain, http, SwitchChainError, UserRejectedRequestError } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createConfig } from 'wagmi'
import { connect } from 'wagmi/actions'
import { injected } from 'wagmi/connectors'
import { ChainNotSupportedError } from '#core/failure/chain-not-supported-error.ts'
import { isRejection } from '#core/failure/classify-failure.ts'
import { afterFailedSwitch, switchOrAddChain } from './switch-or-add-chain.ts'

const [HOME, AWAY] = [chainOf(56), chainOf(31_337)]

function chainOf(id: number) {
  return defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  })
}

/** A reply may move the wallet, before it is sent or, with a delay, after. 'silent' stands for none at all. */
type Reply = { error: object } | { chainId: number; delayMs?: number } | 'silent'

/** Connects a wallet on `HOME` that replies to each method from a queue. */
async function connectedWallet(queues: Record<string, Reply[]>) {
  const calls: { method: string; params?: unknown }[] = []
  let chainId: number = HOME.id
  const request = (call: { method: string; params?: unknown }) => {
    const { method } = call
    if (method === 'eth_chainId') return Promise.resolve(`0x${chainId.toString(16)}`)
    if (method.endsWith('ccounts') || method === 'wallet_requestPermissions') {
      return Promise.resolve(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
    }
    calls.push(call)
    const reply = queues[method]?.shift()
    if (reply === undefined) return Promise.reject(new Error(`Unexpected ${method}`))
    if (reply === 'silent') return new Promise(() => undefined)
    if ('error' in reply) return Promise.reject(reply.error)
    const move = () => {
      chainId = reply.chainId
    }
    if (reply.delayMs === undefined) move()
    else setTimeout(move, reply.delayMs)
    return Promise.resolve(null)
  }
  const moveTo = (id: number) => {
    chainId = id
  }
  const provider = { request, on: () => undefined, removeListener: () => undefined }
  const connector = injected({ target: { id: 'test', name: 'Test', provider: provider as never } })
  const config = createConfig({
    chains: [HOME, AWAY],
    connectors: [connector],
    storage: null,
    multiInjectedProviderDiscovery: false,
    transports: { [HOME.id]: http(), [AWAY.id]: http() },
  })
  await connect(config, { connector })
  return { config, calls, moveTo, methods: () => calls.map(({ method }) => method) }
}

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'

describe('switchOrAddChain', () => {
  test('only switches when the wallet knows the chain', async () => {
    const { config, methods } = await connectedWallet({ [SWITCH]: [{ chainId: AWAY.id }] })
    await switchOrAddChain(config, AWAY.id)
    expect(methods()).toEqual([SWITCH])
    expect(config.state.connections.values().next().value?.chainId).toBe(AWAY.id)
  })

  test.each([
    [{ code: 4902 }],
    [{ code: -32_603 }],
    [{ code: 32_603 }],
    [{ code: 5000 }],
    [{ code: -1, data: { originalError: { code: 4902 } } }],
    [{ code: -32_000, data: { originalError: { code: -32_603 } } }],
  ])('adds the chain after %o', async (error) => {
    const { config, methods, calls } = await connectedWallet({
      [SWITCH]: [{ error }],
      [ADD]: [{ chainId: AWAY.id }],
    })
    await switchOrAddChain(config, AWAY.id)
    expect(methods()).toEqual([SWITCH, ADD])
    expect(calls[1]?.params).toMatchObject([
      {
        chainId: '0x7a69',
        chainName: 'Chain 31337',
        nativeCurrency: { symbol: 'BNB' },
        rpcUrls: ['http://127.0.0.1:1'],
        blockExplorerUrls: ['https://explorer.example'],
      },
    ])
  })

  test.each([4902, -32_603])('switches again when the wallet stayed after %i', async (code) => {
    const { config, methods } = await connectedWallet({
      [SWITCH]: [{ error: { code } }, { chainId: AWAY.id }],
      [ADD]: [{ chainId: HOME.id }],
    })
    await switchOrAddChain(config, AWAY.id)
    expect(methods()).toEqual([SWITCH, ADD, SWITCH])
  })

  describe('a wallet that responds and stays where it is', () => {
    afterEach(() => vi.useRealTimers())

    /** Passes the time until the switch has ended. */
    async function ended(config: Awaited<ReturnType<typeof connectedWallet>>['config']) {
      vi.useFakeTimers()
      const result = switchOrAddChain(config, AWAY.id).then(
        () => 'done',
        (error: Error) => error.name,
      )
      await vi.advanceTimersByTimeAsync(120_000)
      return await Promise.race([result, 'waiting'])
    }
    const stays = { chainId: HOME.id }

    test('is asked to add the chain', async () => {
      const { config, methods } = await connectedWallet({
        [SWITCH]: [stays],
        [ADD]: [{ chainId: AWAY.id }],
      })
      expect(await ended(config)).toBe('done')
      expect(methods()).toEqual([SWITCH, ADD])
      expect(config.state.connections.values().next().value?.chainId).toBe(AWAY.id)
    })

    test('error: is reported when it stays for good', async () => {
      const { config, methods } = await connectedWallet({
        [SWITCH]: [stays, stays],
        [ADD]: [stays],
      })
      expect(await ended(config)).toBe('ChainNotSupportedError')
      expect(methods()).toEqual([SWITCH, ADD, SWITCH])
    })

    test('is not asked again when it moves a little later', async () => {
      const { config, methods } = await connectedWallet({
        [SWITCH]: [{ chainId: AWAY.id, delayMs: 1_200 }],
      })
      expect(await ended(config)).toBe('done')
      expect(methods()).toEqual([SWITCH])
    })

    test('error: is reported when it never responds', async () => {
      const { config } = await connectedWallet({ [SWITCH]: ['silent'] })
      expect(await ended(config)).toBe('WalletSilentError')
    })

    test('error: is reported when it never responds to the addition', async () => {
      const { config } = await connectedWallet({
        [SWITCH]: [{ error: { code: 4902 } }],
        [ADD]: ['silent'],
      })
      expect(await ended(config)).toBe('WalletSilentError')
    })

    test('has moved although it never responds', async () => {
      const { config, moveTo } = await connectedWallet({ [SWITCH]: ['silent'] })
      vi.useFakeTimers()
      const done = switchOrAddChain(config, AWAY.id)
      await vi.advanceTimersByTimeAsync(10_000)
      moveTo(AWAY.id)
      await vi.advanceTimersByTimeAsync(1_000)
      await done
      expect(config.state.connections.values().next().value?.chainId).toBe(AWAY.id)
    })
  })

  test('error: passes a rejection on without adding anything', async () => {
    const { config, methods } = await connectedWallet({ [SWITCH]: [{ error: { code: 4001 } }] })
    await expect(switchOrAddChain(config, AWAY.id)).rejects.toSatisfy(isRejection)
    expect(methods()).toEqual([SWITCH])
  })

  test.each([4902, -32_603])('error: the user rejects adding after %i', async (code) => {
    const { config } = await connectedWallet({
      [SWITCH]: [{ error: { code } }],
      [ADD]: [{ error: { code: 4001 } }],
    })
    await expect(switchOrAddChain(config, AWAY.id)).rejects.toSatisfy(isRejection)
  })

  test.each([4902, -32_603])('error: adding fails after %i', async (code) => {
    const { config } = await connectedWallet({
      [SWITCH]: [{ error: { code } }],
      [ADD]: [{ error: { code: -32_602 } }],
    })
    const failed = switchOrAddChain(config, AWAY.id)
    await expect(failed).rejects.toBeInstanceOf(ChainNotSupportedError)
    await expect(failed).rejects.toThrow('Chain is not supported')
  })
})

describe('afterFailedSwitch', () => {
  const walletError = (code: number) => Object.assign(new Error('wallet'), { code })

  test.each([
    ['the wallet does not know the chain', new SwitchChainError(walletError(4902)), 'add'],
    ['an internal error', new SwitchChainError(walletError(-32_603)), 'add'],
    ['an internal error without its minus sign', new SwitchChainError(walletError(32_603)), 'add'],
    ['WalletConnect’s rejection', new SwitchChainError(walletError(5_000)), 'add'],
    ['the user rejects', new UserRejectedRequestError(walletError(4_001)), 'stop'],
    ['wagmi failed to add it', new UserRejectedRequestError(walletError(-32_602)), 'unsupported'],
    ['the connector cannot switch', { name: 'SwitchChainNotSupportedError' }, 'stop'],
    ['another error', new SwitchChainError(walletError(-32_000)), 'stop'],
    ['an error without a code', new SwitchChainError(new Error('boom')), 'stop'],
    ['a thrown string', 'boom', 'stop'],
    ['a wallet that says so in words', { message: 'Unrecognized chain ID "0x61".' }, 'add'],
    ['the same as a thrown string', 'Unrecognized chain ID', 'add'],
    ['a code in text', { code: '4902', message: 'no' }, 'add'],
    ['a wallet without the method', { code: -32_601, message: 'Method not found' }, 'add'],
    ['a rejection with an internal code', { code: -32_603, message: 'User rejected.' }, 'stop'],
    ['a rejection without a code', { message: 'User cancelled' }, 'stop'],
    ['a wallet that is busy', { code: -32_002, message: 'Already pending' }, 'stop'],
  ])('%s', (_, error, next) => expect(afterFailedSwitch(error)).toBe(next))
})

import type { AppConfig } from '@bullring/game-api/config'
import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Hash, HttpRequestError } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConfig, http, mock, WagmiProvider } from 'wagmi'
import { connect } from 'wagmi/actions'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { readCurrentEpoch } from '#chain/contract/current-epoch.ts'
import { claimEpochs, placeBet } from '#chain/contract/prediction-contract.ts'
import { openSafe } from '#chain/safe/open-safe.ts'
import { OwnersTooLateError } from '#chain/safe/owners-too-late-error.ts'
import { setSafe } from '#chain/safe/safe.ts'
import { chainDefinition } from '#chain/wallet/chain-definition.ts'
import { useWallet } from '#chain/wallet/use-wallet.ts'
import { formatTime } from '#format/format.ts'
import { testRound } from '#testing/test-round.ts'
import { DirectBetPanel } from './direct-bet-panel.tsx'

vi.mock('#chain/contract/prediction-contract.ts', () => ({
  placeBet: vi.fn(),
  claimEpochs: vi.fn(),
}))
vi.mock('#chain/contract/current-epoch.ts', () => ({ readCurrentEpoch: vi.fn() }))

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash: Hash = `0x${'ab'.repeat(32)}`
const now = toUnixSeconds(1_700_000_000)
const chain = {
  id: 31_337,
  name: 'Bullring Local',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['/rpc'],
  explorerUrl: 'https://explorer.example',
}
/** With rounds this short, the epoch is polled ten times a second. */
const markets = { BNB: { prediction: account, intervalSeconds: 0.5 } }
const appConfig = { chain, markets } as unknown as AppConfig
/** Opens no approval from 8 s before it. */
let lockTimestamp = toUnixSeconds(now + 9)
const round = vi.fn<GameApi['round']>((epoch) => {
  const open = testRound(epoch)
  return Promise.resolve({ ...open, times: { ...open.times, lockTimestamp } })
})
const clock = { now: () => now, sync: () => undefined, subscribe: () => () => undefined }

type OpenOptions = { chainId?: 31_337 | 97 | 1; hasEpoch?: boolean }

/**
 * @param options.chainId - The wallet's chain. The wallet is not connected without one.
 * @param options.hasEpoch - False: does not wait for the current epoch.
 */
async function open({ chainId, hasEpoch = true }: OpenOptions = {}) {
  const game = chainDefinition(chain, 'http://127.0.0.1:1')
  const others = [97, 1].map((id) => ({ ...game, id, name: `chain ${id}` }))
  const config = createConfig({
    chains: [game, ...others],
    connectors: [mock({ accounts: [account] })],
    transports: { [game.id]: http(), 97: http(), 1: http() },
    storage: null,
  })
  const [connector] = config.connectors
  if (chainId !== undefined && connector) await connect(config, { connector, chainId })
  const onConnect = vi.fn()
  const onDone = vi.fn()
  function Panel() {
    return (
      <DirectBetPanel
        wallet={useWallet()}
        balance={toWei(10n ** 18n)}
        topUp={null}
        isOpening={false}
        onConnect={onConnect}
        onDone={onDone}
      />
    )
  }
  render(
    <AppConfigContext value={appConfig}>
      <ChainClockContext value={clock}>
        <WagmiProvider config={config} reconnectOnMount={false}>
          <QueryClientProvider client={new QueryClient()}>
            <GameApiContext value={{ ...createGameApi(), round }}>
              <Panel />
            </GameApiContext>
          </QueryClientProvider>
        </WagmiProvider>
      </ChainClockContext>
    </AppConfigContext>,
  )
  if (hasEpoch) await screen.findByText('当前轮次 #12')
  return { onConnect, onDone }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const newestLine = () => within(screen.getByRole('log')).getAllByRole('listitem')[0]?.textContent
const state = () => screen.getByRole('region', { name: '交易状态' }).textContent

async function addEpoch(text: string) {
  await userEvent.type(field('要领取的轮次'), `${text}{Enter}`)
}

beforeEach(() => {
  lockTimestamp = toUnixSeconds(now + 9)
  vi.mocked(placeBet).mockReset()
  vi.mocked(claimEpochs).mockReset()
  vi.mocked(readCurrentEpoch).mockReset().mockResolvedValue(toEpoch(12n))
})
afterEach(cleanup)

test('the epoch follows the contract until the visitor edits it', async () => {
  await open()
  expect(field('轮次 (Epoch)').value).toBe('12')
  vi.mocked(readCurrentEpoch).mockResolvedValue(toEpoch(13n))
  await waitFor(() => expect(field('轮次 (Epoch)').value).toBe('13'))
  await userEvent.clear(field('轮次 (Epoch)'))
  await userEvent.type(field('轮次 (Epoch)'), '40')
  vi.mocked(readCurrentEpoch).mockResolvedValue(toEpoch(14n))
  await screen.findByText('当前轮次 #14')
  expect(field('轮次 (Epoch)').value).toBe('40')
  await press('使用当前轮次')
  expect(field('轮次 (Epoch)').value).toBe('14')
})

test('the error about a missing epoch ends when the current one arrives', async () => {
  let arrive: () => void = () => undefined
  const read = new Promise<ReturnType<typeof toEpoch>>((resolve) => {
    arrive = () => resolve(toEpoch(12n))
  })
  vi.mocked(readCurrentEpoch).mockReturnValue(read)
  await open({ chainId: 31_337, hasEpoch: false })
  await press('UP (看涨)')
  expect(screen.getByRole('alert').textContent).toBe('请输入轮次')
  arrive()
  await screen.findByText('当前轮次 #12')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(placeBet).not.toHaveBeenCalled()
})

test('sends nothing without a wallet; the wallet card opens the connect dialog', async () => {
  const { onConnect } = await open()
  expect(screen.getByText('未连接')).toBeDefined()
  await press('UP (看涨)')
  expect(screen.getByRole('alert').textContent).toBe('请先连接钱包')
  await addEpoch('9')
  await press('领取')
  expect(screen.getAllByText('请先连接钱包')).toHaveLength(2)
  expect(placeBet).not.toHaveBeenCalled()
  expect(claimEpochs).not.toHaveBeenCalled()
  await press('连接钱包')
  expect(onConnect).toHaveBeenCalledTimes(1)
})

test('a bet goes from sending to waiting to done, and each step is logged', async () => {
  let confirm: () => void = () => undefined
  let send: () => void = () => undefined
  vi.mocked(placeBet).mockImplementation(async (_config, _market, _bet, onSent) => {
    await new Promise<void>((resolve) => {
      send = resolve
    })
    onSent?.(hash)
    await new Promise<void>((resolve) => {
      confirm = resolve
    })
    return hash
  })
  const { onDone } = await open({ chainId: 31_337 })
  const wallet = screen.getByRole('region', { name: '钱包状态' })
  for (const text of ['已连接', account, '1.00000000', 'Bullring Local', '31337']) {
    expect(wallet.textContent).toContain(text)
  }
  await press('DOWN (看跌)')
  await waitFor(() => expect(placeBet).toHaveBeenCalled())
  expect(vi.mocked(placeBet).mock.calls[0]?.[2]).toMatchObject({
    account,
    epoch: 12n,
    position: 'bear',
    amount: 10n ** 15n,
  })
  expect(state()).toContain('发送中')
  expect(newestLine()).toBe(`${formatTime(now)}发送下注：DOWN (看跌)，轮次 #12，0.0010 BNB`)
  send()
  await waitFor(() => expect(state()).toContain('等待确认'))
  expect(newestLine()).toContain(hash)
  const link = screen.getByRole('link', { name: '在区块浏览器中查看' })
  expect(link.getAttribute('href')).toBe(`https://explorer.example/tx/${hash}`)
  expect(onDone).not.toHaveBeenCalled()
  confirm()
  await waitFor(() => expect(state()).toContain('已完成'))
  expect(newestLine()).toContain('下注成功：DOWN (看跌)，轮次 #12')
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('in Safe, a bet waits for the owners, whose request is no transaction', async () => {
  openSafe(window)
  let fail: (error: Error) => void = () => undefined
  vi.mocked(placeBet).mockImplementation((_config, _market, _bet, onSent) => {
    onSent?.(hash)
    return new Promise((_, reject) => {
      fail = reject
    })
  })
  await open({ chainId: 31_337 })
  await press('UP (看涨)')
  await waitFor(() => expect(state()).toContain('等待所有者'))
  expect(newestLine()).toContain('等待所有者确认')
  expect(screen.queryByRole('link', { name: '在区块浏览器中查看' })).toBeNull()
  fail(new OwnersTooLateError())
  await waitFor(() => expect(state()).toContain('轮次在 Safe 的所有者执行前已关闭'))
  expect(screen.queryByRole('link', { name: '在区块浏览器中查看' })).toBeNull()
  setSafe(null)
})

test('opens no approval in the last seconds before the lock', async () => {
  lockTimestamp = toUnixSeconds(now + 8)
  await open({ chainId: 31_337 })
  await waitFor(async () => {
    await press('UP (看涨)')
    expect(screen.getByRole('alert').textContent).toBe('轮次 #12 即将锁定，来不及批准下注')
  })
  expect(placeBet).not.toHaveBeenCalled()
})

test('a failed bet shows the reason and keeps the form', async () => {
  vi.mocked(placeBet).mockRejectedValue(new Error('insufficient funds for transfer'))
  await open({ chainId: 31_337 })
  await press('UP (看涨)')
  await waitFor(() => expect(state()).toContain('余额不足'))
  expect(newestLine()).toContain('余额不足')
  expect(field('金额 (BNB)').value).toBe('0.001')
})

test('a bet that loses the connection after it was sent says so and keeps its hash', async () => {
  vi.mocked(placeBet).mockImplementation((_config, _market, _bet, onSent) => {
    onSent?.(hash)
    return Promise.reject(new HttpRequestError({ url: 'http://127.0.0.1/rpc', body: {} }))
  })
  await open({ chainId: 31_337 })
  await press('UP (看涨)')
  await waitFor(() => expect(state()).toContain('交易已经发送，仍可能完成'))
  expect(screen.getByRole('link', { name: '在区块浏览器中查看' })).toBeDefined()
  vi.mocked(placeBet).mockRejectedValue(
    new HttpRequestError({ url: 'http://127.0.0.1/rpc', body: {} }),
  )
  await press('UP (看涨)')
  await waitFor(() => expect(state()).toContain('交易没有发送'))
  expect(screen.queryByRole('link', { name: '在区块浏览器中查看' })).toBeNull()
})

test('chips are added, rejected as duplicates, removed and claimed together', async () => {
  vi.mocked(claimEpochs).mockResolvedValue(hash)
  await open({ chainId: 31_337 })
  await press('领取')
  expect(screen.getByRole('alert').textContent).toBe('请至少添加一个轮次')
  for (const epoch of ['7', '8', '9', '7']) {
    await userEvent.clear(field('要领取的轮次'))
    await addEpoch(epoch)
  }
  expect(screen.getByRole('alert').textContent).toBe('轮次 #7 已添加')
  await press('移除轮次 #8')
  expect(document.activeElement).toBe(field('要领取的轮次'))
  await press('领取')
  expect(vi.mocked(claimEpochs).mock.calls[0]?.[2]).toMatchObject({ account, epochs: [7n, 9n] })
  await waitFor(() => expect(newestLine()).toContain('领取成功：轮次 #7, #9'))
  expect(screen.queryByRole('list', { name: '待领取的轮次' })).toBeNull()
})

test('an unsupported chain shows a warning with a button to switch, and sends nothing', async () => {
  await open({ chainId: 1 })
  expect(screen.getByRole('alert').textContent).toContain('当前网络不是 BSC，请切换网络。')
  await press('UP (看涨)')
  expect(placeBet).not.toHaveBeenCalled()
  await press('切换到 Bullring Local')
  await waitFor(() => expect(newestLine()).toContain('网络已切换：Bullring Local'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('switches the wallet from another BSC chain before sending the bet', async () => {
  vi.mocked(placeBet).mockResolvedValue(hash)
  await open({ chainId: 97 })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/BSC Testnet/)).toBeDefined()
  await press('UP (看涨)')
  await waitFor(() => expect(state()).toContain('已完成'))
  expect(screen.getByText('网络已切换：Bullring Local')).toBeDefined()
})

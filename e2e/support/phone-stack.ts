import { buildPhone, phoneRoot } from '@bullring/stack/build'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { startPhone } from '@bullring/stack/phone/start-phone'
import { PROJECT_ID } from '@bullring/stack/service-variables'
import { type Service, startService } from '@bullring/stack/start-service'
import { type ChainDriver, driveChain } from './chain-driver.ts'
import { spawnStack } from './spawn-stack.ts'
import { portOf, worker, workers } from './worker-stack.ts'

/** A game, its relay as a process that can be killed, and the test wallet. */
export type PhoneStack = {
  url: string
  phoneUrl: string
  chain: ChainDriver
  /** Kills the relay, which cannot finish anything. */
  killRelay: () => Promise<void>
  startRelay: () => Promise<void>
  stop: () => Promise<void>
}

const CHAIN_ID = 31_337

/** Starts the stack. The others leave it out: its processes would run for every spec. */
export async function startPhoneStack(): Promise<PhoneStack> {
  await using cleanup = new AsyncDisposableStack()
  await buildPhone()
  // After the ports of stacks, kit pages and embedded wallets.
  const port = portOf(3 * workers + worker)
  const relayPort = portOf(4 * workers + worker)
  const postgres = await startTemporaryPostgres({ isDurable: true })
  cleanup.defer(postgres.stop)
  const relay = relayProcess(relayPort, postgres.adminUrl)
  await relay.start()
  cleanup.defer(relay.kill)
  const stack = await spawnStack(port, {
    GAME_RELAY_SERVICE_URL: `http://127.0.0.1:${relayPort}`,
  })
  cleanup.defer(stack.stop)
  const market = JSON.parse(stack.description) as Parameters<typeof driveChain>[0]
  const chain = driveChain(market)
  const phone = await startPhone({
    ...{ port: 0, root: phoneRoot, gameUrl: stack.url, walletUrl: `${stack.url}/wallet` },
    config: phoneConfigOf(stack.url, market.market.prediction),
  })
  cleanup.defer(phone.stop)
  const running = cleanup.move()
  return {
    url: stack.url,
    phoneUrl: phone.url,
    chain,
    killRelay: relay.kill,
    startRelay: relay.start,
    stop: () => running.disposeAsync(),
  }
}

/** A relay that keeps its port and its messages when it is killed. */
function relayProcess(port: number, databaseUrl: string) {
  let running: Service | undefined
  return {
    start: async () => {
      running = await startService({
        service: 'relay',
        env: {
          RELAY_PORT: `${port}`,
          RELAY_TRUST_PROXY: '1',
          RELAY_DATABASE_URL: databaseUrl,
          RELAY_LOG_LEVEL: 'warn',
        },
      })
    },
    kill: async () => {
      running?.child.process.kill('SIGKILL')
      await running?.child.exited
    },
  }
}

function phoneConfigOf(url: string, prediction: `0x${string}`) {
  return {
    chains: [
      {
        ...{ id: CHAIN_ID, name: 'Bullring local chain', rpcUrl: `/rpc/${CHAIN_ID}` },
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
        faucetUrl: '/api/faucet',
      },
    ],
    relayUrl: `${url.replace('http', 'ws')}/relay`,
    projectId: PROJECT_ID,
    markets: [{ chainId: CHAIN_ID, symbol: 'BNB', kind: 'bullring' as const, prediction }],
  }
}

import { buildPhone, phoneRoot } from '@bullring/stack/build'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { startPhone } from '@bullring/stack/phone/start-phone'
import { PROJECT_ID } from '@bullring/stack/service-variables'
import { type Service, startService } from '@bullring/stack/start-service'
import { type ChainDriver, driveChain } from '../chain/chain-driver.ts'
import { readStack } from '../stack/described-stack.ts'
import { RELAY_PORT } from '../stack/stacks.ts'

/** The test wallet beside the project's stack, and the stack's relay as a process that can be killed. */
export type PhoneAndRelay = {
  /** Origin of the game. */
  url: string
  phoneUrl: string
  chain: ChainDriver
  /** Kills the relay, which cannot finish anything. */
  killRelay: () => Promise<void>
  startRelay: () => Promise<void>
  stop: () => Promise<void>
}

const CHAIN_ID = 31_337

/** Starts the relay and the phone: no other test needs them. */
export async function startPhoneAndRelay(): Promise<PhoneAndRelay> {
  await using cleanup = new AsyncDisposableStack()
  await buildPhone()
  const stack = await readStack()
  const postgres = await startTemporaryPostgres({ isDurable: true })
  cleanup.defer(postgres.stop)
  const relay = relayProcess(postgres.adminUrl)
  await relay.start()
  cleanup.defer(relay.kill)
  const phone = await startPhone({
    port: 0,
    root: phoneRoot,
    gameUrl: stack.url,
    walletUrl: `${stack.url}/wallet`,
    config: phoneConfigOf(stack.url, stack.market.prediction),
  })
  cleanup.defer(phone.stop)
  const running = cleanup.move()
  return {
    url: stack.url,
    phoneUrl: phone.url,
    chain: driveChain(stack),
    killRelay: relay.kill,
    startRelay: relay.start,
    stop: () => running.disposeAsync(),
  }
}

/** A relay that keeps its port and its messages when it is killed. */
function relayProcess(databaseUrl: string) {
  let running: Service | undefined
  return {
    start: async () => {
      running = await startService({
        service: 'relay',
        env: {
          PORT: `${RELAY_PORT}`,
          TRUST_PROXY: '1',
          RELAY_DATABASE_URL: databaseUrl,
          LOG_LEVEL: 'warn',
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
        id: CHAIN_ID,
        name: 'Bullring local chain',
        rpcUrl: `/rpc/${CHAIN_ID}`,
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
        faucetUrl: '/api/faucet',
      },
    ],
    relayUrl: `${url.replace('http', 'ws')}/relay`,
    projectId: PROJECT_ID,
    markets: [{ chainId: CHAIN_ID, symbol: 'BNB', kind: 'bullring' as const, prediction }],
  }
}

import type { OperatorChecks, OperatorMarket, OperatorReport } from '@bullring/game-api/operator'
import { toUnixSeconds } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/error-summary'
import { componentProbe } from '@bullring/server/metrics/monitoring.operations'
import type { Operation } from '@bullring/server/operations/operation'
import { productBuild } from '@bullring/server/product-build'
import { TimedCache } from '@bullring/server/timed-cache'
import { formatEther } from 'viem'
import type { GameConfig } from '../../config.ts'
import type { Database } from '../../db/open-database.ts'
import { sessionSource, signedInAccount } from '../../http/signed-in-account.ts'
import type { Metrics } from '../../metrics/create-metrics.ts'
import { increaseOf } from '../../operator/figures/day-ring.ts'
import { onlyValue, parseMetrics } from '../../operator/figures/parse-metrics.ts'
import {
  downOf,
  keepersOf,
  loadOf,
  nodesOf,
  relayerOf,
} from '../../operator/figures/report-figures.ts'
import type { Scrape } from '../../operator/figures/sample.ts'
import { findHours, firstHour, type Hour } from '../../operator/hours.queries.ts'
import { operatorOperations } from '../../operator/operator.operations.ts'
import { operatorAccess } from '../../operator/operator-access.ts'
import { OperatorWatch } from '../../operator/operator-watch.ts'
import { readTerms, type Terms } from '../../operator/read-terms.ts'
import { readBuild, scrapeService } from '../../operator/scrape-services.ts'
import type { GameDeps } from '../game-operations.ts'
import type { Market } from '../markets/market.ts'
import type { MarketSlot } from '../markets/market-slot.ts'
import { readiness } from '../readiness.ts'

/** This process among the services. */
const OWN_NAME = 'game'

/** Wrong tokens that an IP address may try a minute. */
const ATTEMPTS_PER_MINUTE = 10

const LAST_HOUR_S = 3_600

/** The page asks every few seconds, perhaps from several windows. */
const SCRAPE_CACHE = { lifetimeMs: 2_000, maxEntries: 1 }
const TERMS_CACHE = { lifetimeMs: 2_000, maxEntries: 64 }
const HOURS_CACHE = { lifetimeMs: 30_000, maxEntries: 1 }
const BUILD_CACHE = { lifetimeMs: 60_000, maxEntries: 64 }
const CHECKS_CACHE = { lifetimeMs: 60_000, maxEntries: 1 }

/** Asks the process that started this one what `npm run doctor` finds; null without one that can. */
export type AskDoctor = () => Promise<OperatorChecks['findings'] | null>

/** Source of the operator's page, and of the loop that collects its figures. */
export type Operator = {
  watch: OperatorWatch
  scrape: (signal: AbortSignal) => Promise<readonly Scrape[]>
  askDoctor: AskDoctor | null
}

type OperatorSource = {
  config: GameConfig
  metrics: Metrics
  slots: readonly MarketSlot[]
  reads: Database
  askDoctor: AskDoctor | null
}

/** Whether the operator has a way in. */
function hasOperator({ operator, signIn, wallet, roles }: GameConfig): boolean {
  if (!roles.has('api')) return false
  return operator.token !== null || (signIn !== 'off' && wallet !== null)
}

/** Creates the source of the operator's page; null where no one can open it. */
export function createOperator(source: OperatorSource): Operator | null {
  const { config, askDoctor } = source
  if (!hasOperator(config)) return null
  const scrape = scraper(source)
  const hasKeeper = config.markets.some(({ kind }) => kind === 'bullring')
  return { watch: new OperatorWatch({ scrape, hasKeeper, nowMs: Date.now }), scrape, askDoctor }
}

function scraper({ config, metrics, slots, reads }: OperatorSource): Operator['scrape'] {
  const probe = componentProbe({ metrics, ...readiness({ config, slots, db: reads }) })
  const own = async (): Promise<Scrape> => {
    await probe()
    return { name: OWN_NAME, state: 'up', series: parseMetrics(await metrics.text()) }
  }
  const { services } = config.operator
  return (signal) =>
    Promise.all([
      own(),
      ...services.map((service) => scrapeService(service, config.metricsToken, signal)),
    ])
}

/** Declares the operations of the operator's page. */
export function operatorRoutes(
  deps: Pick<GameDeps, 'config' | 'client' | 'markets' | 'limits' | 'operator' | 'log'>,
): readonly Operation[] {
  const { config, limits, markets, operator } = deps
  const source = config.signIn === 'off' ? null : sessionSource(config)
  const termsOf = termsReader(deps)
  return operatorOperations({
    requireOperator: operatorAccess({
      token: config.operator.token,
      signedIn: source && ((c) => signedInAccount(c, source)),
      // Strangers own the contracts of the other kind, and must see nothing of this installation.
      owners: async () => {
        const own = markets.slots.filter(({ config: { kind } }) => kind === 'bullring')
        const read = await Promise.all(own.map(termsOf))
        return read.flatMap(({ terms }) => terms?.owners ?? [])
      },
      attempts: limits.rateLimiter('operator', ATTEMPTS_PER_MINUTE),
      proxies: config.http.proxies,
    }),
    report: reporter(deps, termsOf),
    checks: checker(operator?.askDoctor ?? null),
  })
}

type ReadTerms = { terms: Terms | null; problem: string | null }

function termsReader({
  client,
  log,
}: Pick<GameDeps, 'client' | 'log'>): (slot: MarketSlot) => Promise<ReadTerms> {
  const cache = new TimedCache<Terms>(TERMS_CACHE)
  return async ({ config }) => {
    try {
      const read = () => readTerms(client, config)
      return { terms: await cache.get(config.symbol, Date.now(), read), problem: null }
    } catch (error) {
      log.debug({ error: errorSummary(error) }, 'terms not read for the operator')
      return { terms: null, problem: 'The contract cannot be read: no node responds.' }
    }
  }
}

function reporter(
  { config, markets, operator }: Pick<GameDeps, 'config' | 'markets' | 'operator'>,
  termsOf: (slot: MarketSlot) => Promise<ReadTerms>,
): () => Promise<OperatorReport> {
  const scrapes = new TimedCache<readonly Scrape[]>(SCRAPE_CACHE)
  const hours = new TimedCache<OperatorReport['hours']>(HOURS_CACHE)
  const builds = new TimedCache<Awaited<ReturnType<typeof readBuild>>>(BUILD_CACHE)
  const buildOf = (name: string) => {
    const service = config.operator.services.find((one) => one.name === name)
    if (service === undefined) return Promise.resolve(productBuild())
    return builds.get(name, Date.now(), () => readBuild(service, new AbortController().signal))
  }
  const serviceOf = async (scrape: Scrape) => ({
    name: scrape.name,
    state: scrape.state,
    build: scrape.state === 'silent' ? null : await buildOf(scrape.name),
    down: scrape.state === 'up' ? downOf(scrape.series) : [],
  })
  const marketOf = async (slot: MarketSlot, own: Scrape | undefined): Promise<OperatorMarket> => {
    const { symbol, kind, predictionAddress: prediction } = slot.config
    const { terms, problem } = await termsOf(slot)
    const series = own?.state === 'up' ? own.series : []
    const lag = onlyValue(series, 'index_lag_seconds', { market: symbol })
    return { symbol, kind, prediction, problem: slot.problem ?? problem, terms, lag }
  }
  return async () => {
    if (operator === null) throw new Error('The operator has no way in, and asked')
    const { watch } = operator
    const nowMs = Date.now()
    const all = await scrapes.get('', nowMs, () => operator.scrape(new AbortController().signal))
    const own = all.find(({ name }) => name === OWN_NAME)
    const series = all.flatMap((one) => (one.state === 'up' ? one.series : []))
    const { samples } = watch
    return {
      server_time: nowMs / 1_000,
      since: samples[0]?.atS ?? null,
      coin: config.chain.coin,
      markets: await Promise.all(markets.slots.map((slot) => marketOf(slot, own))),
      keepers: keepersOf(all),
      nodes: nodesOf(
        config.chain.rpcUrls,
        own?.state === 'up' ? own.series : [],
        watch.last(LAST_HOUR_S),
      ),
      services: await Promise.all(all.map(serviceOf)),
      alerts: [...watch.alerts],
      day: {
        mails_sent: increaseOf(samples, 'mails_sent'),
        mails_failed: increaseOf(samples, 'mails_failed'),
        codes_entered: increaseOf(samples, 'codes_entered'),
        sessions_opened: increaseOf(samples, 'sessions_opened'),
        relayer_cost: increaseOf(samples, 'relayer_cost'),
      },
      relayer: relayerOf(series),
      hours: await hours.get('', nowMs, () => readHours(markets.open())),
      load: loadOf(samples),
    }
  }
}

/** Sums up the bets of all markets; players of two markets count twice. */
async function readHours(markets: readonly Market[]): Promise<OperatorReport['hours']> {
  const read = await Promise.all(markets.map(hoursOf))
  const [first = []] = read
  return first.map(({ atS }, index) => {
    const same = read.flatMap((hours) => hours[index] ?? [])
    return {
      at: atS,
      bets: same.reduce((sum, { bets }) => sum + bets, 0),
      volume: formatEther(same.reduce((sum, { volume }) => sum + volume, 0n)),
      players: same.reduce((sum, { players }) => sum + players, 0),
    }
  })
}

async function hoursOf({ reads }: Market): Promise<Hour[]> {
  const { db, rounds, now } = reads.usual
  const nowS = now()
  const [from] = await rounds.clock.epochsAt([toUnixSeconds(firstHour(nowS))])
  return await findHours(db, nowS, from ?? null)
}

function checker(ask: AskDoctor | null): () => Promise<OperatorChecks> {
  const cache = new TimedCache<OperatorChecks>(CHECKS_CACHE)
  return () =>
    cache.get('', Date.now(), async () => {
      const findings = ask && (await ask())
      return { checked_at: findings && Date.now() / 1_000, findings: findings ?? [] }
    })
}

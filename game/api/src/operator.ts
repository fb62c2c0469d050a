import { MARKET_KINDS } from '@bullring/wire/chain/market-kind'
import { ChecksumAddress, Decimal, SymbolText } from '@bullring/wire/fields'
import { ProductBuild } from '@bullring/wire/http/product-build'
import * as z from 'zod/mini'

/** Seconds since 1970, with a fraction. */
const Time = z.number()

/** Present state of a contract, as it reports it. */
const OperatorTerms = z.object({
  /** Accounts that may change the market. */
  owners: z.array(ChecksumAddress),
  /** In coins. */
  minimum: Decimal,
  /** In basis points. */
  fee: z.int(),
  /** The largest fee that the contract accepts; null where this page changes none. */
  max_fee: z.nullable(z.int()),
  /** Announced terms and the first round that has them. */
  next: z.nullable(z.object({ minimum: Decimal, fee: z.int(), epoch: z.int() })),
  is_paused: z.boolean(),
  /** First round without bets, which may be ahead; null for none. */
  paused_from: z.nullable(z.int()),
  /** Fees to collect, in coins. */
  collectable: Decimal,
})

const OperatorMarket = z.object({
  symbol: SymbolText,
  kind: z.enum(MARKET_KINDS),
  prediction: ChecksumAddress,
  /** Reason why the market is closed or its contract cannot be read; null for none. */
  problem: z.nullable(z.string()),
  terms: z.nullable(OperatorTerms),
  /** Newest indexed block's age in seconds; null before the first. */
  lag: z.nullable(z.number()),
})
export type OperatorMarket = z.infer<typeof OperatorMarket>

/** A process of the installation. */
const OperatorService = z.object({
  name: z.string(),
  /** `refused`: it responds, but not with metrics. */
  state: z.enum(['up', 'silent', 'refused']),
  build: z.nullable(ProductBuild),
  /** Components that do not work. */
  down: z.array(z.string()),
})
export type OperatorService = z.infer<typeof OperatorService>

const OperatorKeeper = z.object({
  market: SymbolText,
  /** Process that settles. */
  service: z.string(),
  is_running: z.boolean(),
  alarms: z.array(z.string()),
  /** In coins; null before the first look. */
  balance: z.nullable(z.number()),
  gas_price_gwei: z.nullable(z.number()),
  /** Since the process started; null for none. */
  settled_at: z.nullable(Time),
  waiting: z.nullable(z.int()),
})
export type OperatorKeeper = z.infer<typeof OperatorKeeper>

/** A node of index and keeper, with its requests of the last hour. */
const OperatorNode = z.object({
  /** From 1, in the operator's order of preference. */
  place: z.int(),
  /** Without path and user: those may hold a key. */
  host: z.string(),
  is_left_out: z.boolean(),
  answered: z.number(),
  /** Error statuses, such as those of limits. */
  refused: z.number(),
  failed: z.number(),
})
export type OperatorNode = z.infer<typeof OperatorNode>

const OperatorAlert = z.object({
  /** Name in ops/prometheus/rules.yml. */
  rule: z.string(),
  subject: z.string(),
  /** File in docs/runbooks. */
  runbook: z.string(),
})

/** GET /operator/report: the state of the installation, for its operator. */
export const OperatorReport = z.object({
  server_time: Time,
  /** First sample that the sums and charts below rest on: they begin with the process. */
  since: z.nullable(Time),
  coin: z.string(),
  markets: z.array(OperatorMarket),
  keepers: z.array(OperatorKeeper),
  nodes: z.array(OperatorNode),
  services: z.array(OperatorService),
  alerts: z.array(OperatorAlert),
  /** Sums since `since`; null where no service has the figure. */
  day: z.object({
    mails_sent: z.nullable(z.number()),
    mails_failed: z.nullable(z.number()),
    /** Login codes that were right, and sessions that were opened with any login. */
    codes_entered: z.nullable(z.number()),
    sessions_opened: z.nullable(z.number()),
    relayer_cost: z.nullable(z.number()),
  }),
  relayer: z.nullable(
    z.object({ balance: z.number(), is_low: z.boolean(), budget: z.number(), spent: z.number() }),
  ),
  /** The last 24 hours from the index, oldest first. */
  hours: z.array(z.object({ at: Time, bets: z.int(), volume: Decimal, players: z.int() })),
  /** Quarters of an hour since `since`, oldest first. */
  load: z.array(z.object({ at: Time, errors: z.number(), p95_ms: z.nullable(z.number()) })),
})
export type OperatorReport = z.infer<typeof OperatorReport>

/** GET /operator/checks: what `npm run doctor` finds. */
export const OperatorChecks = z.object({
  /** When the checks ran; null where this process cannot run them: only `npm start` has the settings. */
  checked_at: z.nullable(Time),
  findings: z.array(
    z.object({
      capability: z.string(),
      state: z.enum(['on', 'off', 'broken']),
      why: z.string(),
      /** The one setting or command that would give it. */
      setting: z.nullable(z.string()),
    }),
  ),
})
export type OperatorChecks = z.infer<typeof OperatorChecks>

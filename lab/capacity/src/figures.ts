import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod'

const Cost = z.strictObject({
  /** CPU milliseconds of each part per operation. */
  cpuMs: z.partialRecord(
    z.enum(['game', 'postgres', 'relay', 'custody', 'vault', 'wallet']),
    z.number().positive(),
  ),
  /** Bytes on the disk, or sent to a client. */
  bytes: z.number().positive().optional(),
  memoryKib: z.number().positive().optional(),
  /** How to measure it. */
  command: z.string(),
})

/** What one operation costs: docs/scale/costs.json. */
const CostsFile = z.strictObject({
  machine: z.string(),
  costs: z.strictObject({
    bet: Cost,
    block: Cost,
    readCached: Cost,
    readUncached: Cost,
    readAccount: Cost,
    stream: Cost,
    relayMessage: Cost,
    login: Cost,
    walletList: Cost,
    walletRpc: Cost,
    walletBalance: Cost,
    walletName: Cost,
    walletQuote: Cost,
  }),
})
type Costs = z.infer<typeof CostsFile>['costs']

const Assumed = z.strictObject({ value: z.number().positive(), source: z.string() })

/** What an audience does, and what machines cost: docs/scale/profile.json. */
export const Profile = z.strictObject({
  audience: z.strictObject({
    betsPerPlayerAndDay: Assumed,
    shareOnlineAtPeak: Assumed,
    readsPerPlayerAndMinute: Assumed,
    cachedShare: Assumed,
    accountShare: Assumed,
    streamsPerPlayer: Assumed,
    relayMessagesPerBet: Assumed,
    loginsPerPlayerAndDay: Assumed,
    walletListsPerPlayerAndDay: Assumed,
    rpcReadsPerBet: Assumed,
    balancesPerPlayerAndDay: Assumed,
    namesPerPlayerAndDay: Assumed,
    quotesPerPlayerAndDay: Assumed,
    peakHourShare: Assumed,
    lockFactorBets: Assumed,
    lockFactorReads: Assumed,
    lockSeconds: Assumed,
  }),
  chain: z.strictObject({
    blockSeconds: Assumed,
    gasPerBlock: Assumed,
    gasPerBet: Assumed,
    roundSeconds: Assumed,
  }),
  limits: z.strictObject({
    utilisation: Assumed,
    streamsPerProcess: Assumed,
    connectionsPerProcess: Assumed,
    retentionDays: Assumed,
    bytesPerBroadcast: Assumed,
    bytesPerRead: Assumed,
  }),
  monthlyPrices: z.strictObject({
    vcpu: Assumed,
    memoryGb: Assumed,
    diskGb: Assumed,
    egressTb: Assumed,
  }),
})
export type Profile = z.infer<typeof Profile>

export type Figures = { costs: Costs; profile: Profile }

/** Reads costs and profile of the repository. */
export async function readFigures(): Promise<Figures> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(repositoryRoot, 'docs/scale', name), 'utf8'))
  const { costs } = CostsFile.parse(await read('costs.json'))
  return { costs, profile: Profile.parse(await read('profile.json')) }
}

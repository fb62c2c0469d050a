import { readyWallet } from '@bullring/frame/login/ready-wallet'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { cpuMs } from '@bullring/stack/processes/process-usage'
import { type Browser, openBrowser, readCode } from '../wallet-services/support/open-browser.ts'
import {
  startWalletServices,
  type WalletServices,
} from '../wallet-services/support/wallet-services.ts'

/**
 * Measures the embedded wallet with 1,000 accounts: logins, new wallets, shares for signatures and further devices, by the
 * code of the frame, against the two services as separate processes and a database that writes to the disk. Rates depend on
 * the machine, on which the browsers run too. The ratios to the baseline of the same run, a request that only reads the
 * session, do not.
 *
 * Usage: npm run bench:custody [accounts]
 */

const ACCOUNTS = Number(process.argv[2] ?? 1_000)
const CONCURRENT = 8

type Result = { perSecond: number; p50: number; p95: number; cpu: string }

await using resources = new AsyncDisposableStack()
const postgres = await startTemporaryPostgres({ isDurable: true })
resources.defer(postgres.stop)
const services = await startWalletServices(postgres.adminUrl, 'silent')
resources.defer(services.stop)

const accounts = await Promise.all(
  Array.from({ length: ACCOUNTS }, async (_, index) => ({
    email: `user-${index}@example.com`,
    browser: await openBrowser(services),
  })),
)
type Account = (typeof accounts)[number]

/** Runs `task` for each item, some at a time. */
async function measure<item>(
  items: readonly item[],
  task: (item: item) => Promise<unknown>,
): Promise<Result> {
  const queue = items.values()
  const times: number[] = []
  const before = await cpuTimes(services)
  const startMs = performance.now()
  const work = async () => {
    for (const item of queue) {
      const itemMs = performance.now()
      await task(item)
      times.push(performance.now() - itemMs)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  const seconds = (performance.now() - startMs) / 1_000
  const after = await cpuTimes(services)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const used = after.map((each, index) => (each - (before[index] ?? 0)) / items.length)
  const [custody, vault, database] = used.map((each) => each.toFixed(1))
  return {
    perSecond: items.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    cpu: `CPU ms each: custody ${custody}, vault ${vault}, PostgreSQL ${database}`,
  }
}

/** CPU times of custody, vault and database so far, in milliseconds. */
function cpuTimes({ custody, vault }: WalletServices): Promise<number[]> {
  return Promise.all([custody.pid(), vault.pid(), postgres.child.pid].map((pid) => cpuMs(pid ?? 0)))
}

async function logIn({ email, browser }: Account): Promise<void> {
  const { login, custody, store } = browser.page()
  await login.start(email, null)
  const { assertion } = await login.verify(await readCode(services, email))
  await store.write(await custody.openSession({ assertion }))
}

async function storedSession(browser: Browser) {
  const stored = await browser.page().store.read()
  if (stored === undefined) throw new Error('There is no session')
  return stored
}

async function createWallet({ browser }: Account): Promise<void> {
  const { token, session } = await storedSession(browser)
  const ready = await readyWallet(browser.page(), { token, session })
  await browser.page().store.write({ token, session: ready })
}

async function readSession({ browser }: Account): Promise<void> {
  await browser.page().custody.readSession((await storedSession(browser)).token)
}

async function readAuthShare({ browser }: Account): Promise<void> {
  const { token, session } = await storedSession(browser)
  const purpose = { method: 'personal_sign', digest: 'A'.repeat(43) }
  await browser
    .page()
    .custody.readAuthShare({ walletId: session.wallet?.id ?? '', ...purpose }, token)
}

async function enrolFurther({ email }: Account): Promise<void> {
  await (await openBrowser(services)).signIn(email)
}

function report(what: string, result: Result, baseline?: Result): void {
  const { perSecond, p50, p95, cpu } = result
  const ratio =
    baseline === undefined ? 'baseline' : `${(p50 / baseline.p50).toFixed(1)} x baseline`
  const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  process.stdout.write(`${what}: ${perSecond.toFixed(0)}/s, ${times}, ${ratio}; ${cpu}\n`)
}

process.stdout.write(`${ACCOUNTS} accounts, ${CONCURRENT} at a time\n`)
const login = await measure(accounts, logIn)
const creation = await measure(accounts, createWallet)
const baseline = await measure(accounts, readSession)
const release = await measure(accounts, readAuthShare)
const further = await measure(accounts.slice(0, Math.ceil(ACCOUNTS / 5)), enrolFurther)
report('session read', baseline)
report('share for a signature', release, baseline)
report('login by mailed code, with its mail', login, baseline)
report('new wallet, key and proof included', creation, baseline)
report('further device: link, code, recovery', further, baseline)

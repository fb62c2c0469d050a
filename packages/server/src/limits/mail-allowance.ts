import type { QueryExecutorProvider } from 'kysely'
import { MailsUsedUpError } from '../mail/errors.ts'
import { limitsOfCaller } from './networks-of.ts'
import {
  type Limit,
  type LimitClock,
  returnAllowance,
  takeAllowance,
  type Window,
} from './take-allowance.ts'

const HOUR_S = 3_600

/** Where a mail goes, and the IP address of who causes it. */
export type Mail = {
  email: string
  ip: string
  /** Whether a wallet belongs to the address: such mails have a separate purse, so that random addresses cannot use it up. */
  hasWallet: boolean
}

export type MailAllowanceOptions = {
  /** Mails to one address. */
  perAddress: readonly Window[]
  perHourAndIp: number
  /** Mails to all addresses with a wallet together; as many to all others. */
  perHour: number
  now: () => LimitClock
  /** Creates the error for an address or a caller that has had its mails. */
  tooMany: (waitS: number) => Error
  /** Called when a mail is refused because of `perHour`. */
  onUsedUp: () => void
}

/** How many mails callers may cause. Mails of the service itself, such as notices to owners, are not counted. */
export class MailAllowance {
  readonly #options: MailAllowanceOptions

  constructor(options: MailAllowanceOptions) {
    this.#options = options
  }

  /**
   * Counts a mail, unless `trx` is rolled back.
   *
   * @throws {MailsUsedUpError} and what `tooMany` creates.
   */
  async take(trx: QueryExecutorProvider, mail: Mail): Promise<void> {
    const { now, tooMany, onUsedUp } = this.#options
    // In this order in every transaction, so that none waits for the other.
    const waits: number[] = []
    for (const limit of this.#limitsOf(mail)) waits.push(await takeAllowance(trx, limit, now()))
    const wait = Math.max(...waits)
    if (wait > 0) throw tooMany(wait)
    const waitForAll = await takeAllowance(trx, this.#purseOf(mail), now())
    if (waitForAll === 0) return
    onUsedUp()
    throw new MailsUsedUpError(waitForAll)
  }

  /** Forgets a mail that was not sent: it counts against no limit. */
  async giveBack(db: QueryExecutorProvider, mail: Mail): Promise<void> {
    for (const limit of [...this.#limitsOf(mail), this.#purseOf(mail)])
      await returnAllowance(db, limit)
  }

  #limitsOf({ email, ip }: Mail): Limit[] {
    const { perAddress, perHourAndIp } = this.#options
    const windows = [{ seconds: HOUR_S, max: perHourAndIp }]
    return [
      ...limitsOfCaller({ kind: 'mail-from', key: ip, windows }),
      { kind: 'mail-to', key: email, windows: perAddress },
    ]
  }

  #purseOf({ hasWallet }: Mail): Limit {
    const windows = [{ seconds: HOUR_S, max: this.#options.perHour }]
    return { kind: 'mail', key: hasWallet ? 'members' : 'strangers', windows }
  }
}

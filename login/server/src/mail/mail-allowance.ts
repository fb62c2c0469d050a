import { limitsOfCaller } from '@bullring/server/limits/networks-of'
import {
  type Limit,
  type LimitClock,
  returnAllowance,
  takeAllowance,
  type Window,
} from '@bullring/server/limits/take-allowance'
import type { QueryExecutorProvider } from 'kysely'
import { MailsUsedUpError } from './errors.ts'

const HOUR_S = 3_600

/**
 * Cause of a mail. Mails of each cause are counted separately. `login`: anyone may request it. `owner`: the caller has shown
 * access to the mailbox, so strangers cannot use these up. `first-email`: a wallet without an address asks for this one.
 */
type MailCause = 'login' | 'owner' | 'first-email'

const KINDS: Readonly<Record<MailCause, string>> = {
  login: 'mail-to',
  owner: 'mail-to-owner',
  'first-email': 'mail-to-first',
}

/** Recipient of a mail, and the IP address of the caller who causes it. */
export type Mail = {
  email: string
  ip: string
  /** Whether a wallet belongs to the address: such mails have a separate purse, so that random addresses cannot use it up. */
  hasWallet: boolean
  cause: MailCause
}

export type MailAllowanceOptions = {
  /** Mails to one address, of each cause. */
  perAddress: readonly Window[]
  perHourAndIp: number
  /** Mails to all addresses with a wallet together; as many to all others, and to owners. */
  perHour: number
  now: () => LimitClock
  /** Creates the error for a caller, or an address, that has had its mails. */
  tooMany: (waitS: number, of: 'caller' | 'address') => Error
  /** Called when a mail is refused because of `perHour`. */
  onUsedUp: () => void
}

/** Limits of the mails that callers cause. Mails of the service itself, such as notices to owners, are not counted. */
export class MailAllowance {
  readonly #options: MailAllowanceOptions

  constructor(options: MailAllowanceOptions) {
    this.#options = options
  }

  /**
   * Counts a mail, unless `trx` is rolled back.
   *
   * @throws {MailsUsedUpError} and the error that `tooMany` creates.
   */
  async take(trx: QueryExecutorProvider, mail: Mail): Promise<void> {
    const { now, tooMany, onUsedUp } = this.#options
    // Every transaction takes them in this order, so that no two wait for each other.
    await this.takeOfCaller(trx, mail)
    const wait = await takeAllowance(trx, this.#limitOfAddress(mail), now())
    if (wait > 0) throw tooMany(wait, 'address')
    const waitForAll = await takeAllowance(trx, this.#purseOf(mail), now())
    if (waitForAll === 0) return
    onUsedUp()
    throw new MailsUsedUpError(waitForAll)
  }

  /**
   * Counts a mail against the limits of the caller only, unless `trx` is rolled back.
   *
   * @throws The error that `tooMany` creates.
   */
  async takeOfCaller(trx: QueryExecutorProvider, { ip }: Pick<Mail, 'ip'>): Promise<void> {
    const { now, tooMany } = this.#options
    const waits: number[] = []
    for (const limit of this.#limitsOfCaller(ip)) waits.push(await takeAllowance(trx, limit, now()))
    const wait = Math.max(...waits)
    if (wait > 0) throw tooMany(wait, 'caller')
  }

  /** Forgets a mail that was not sent: it counts against no limit. */
  async giveBack(db: QueryExecutorProvider, mail: Mail): Promise<void> {
    const limits = [
      ...this.#limitsOfCaller(mail.ip),
      this.#limitOfAddress(mail),
      this.#purseOf(mail),
    ]
    for (const limit of limits) await returnAllowance(db, limit)
  }

  #limitsOfCaller(ip: string): Limit[] {
    const windows = [{ seconds: HOUR_S, max: this.#options.perHourAndIp }]
    return limitsOfCaller({ kind: 'mail-from', key: ip, windows })
  }

  #limitOfAddress({ email, cause }: Mail): Limit {
    return { kind: KINDS[cause], key: email, windows: this.#options.perAddress }
  }

  #purseOf({ hasWallet, cause }: Mail): Limit {
    const windows = [{ seconds: HOUR_S, max: this.#options.perHour }]
    if (cause === 'owner') return { kind: 'mail', key: 'owners', windows }
    return { kind: 'mail', key: hasWallet ? 'members' : 'strangers', windows }
  }
}

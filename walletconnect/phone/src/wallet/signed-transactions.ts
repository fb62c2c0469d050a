import { type Hex, keccak256 } from 'viem'
import * as z from 'zod/mini'
import type { PhoneStorage } from './account-key.ts'
import { type Outcome, type RequestKey, writeRequestKey } from './phone-client.ts'

const Stored = z.object({
  /** Topic and id of the request that the transaction responds to. */
  topic: z.string(),
  id: z.int(),
  chainId: z.int(),
  signed: z.templateLiteral(['0x', z.string()]),
})
/** A transaction that the user has approved, with its signature. */
export type SignedTransaction = z.infer<typeof Stored>

const PREFIX = 'transaction:'
/** Time between attempts to reach the chain. */
const RETRY_MS = 3_000

export type SignedTransactionsDeps = {
  storage: PhoneStorage
  /**
   * Sends a transaction, unless the chain has it.
   *
   * @returns Reason why the chain refuses it; `undefined` once the chain has it. Rejects when the chain is out of reach.
   */
  send: (chainId: number, signed: Hex) => Promise<string | undefined>
  /** Responds to the request. Resolves when the response is sent. */
  respond: (request: RequestKey, outcome: Outcome) => Promise<void>
  onChange: () => void
  signal: AbortSignal
}

/**
 * Transactions on their way to the chain. Each is stored before it is sent, and sent until the chain has it: a reload
 * neither loses nor doubles it.
 */
export class SignedTransactions {
  readonly #deps: SignedTransactionsDeps
  readonly #keys = new Set<string>()
  /** Transactions are sent one after another, because those of an account have consecutive nonces. */
  #lastSent: Promise<unknown> = Promise.resolve()

  private constructor(deps: SignedTransactionsDeps) {
    this.#deps = deps
  }

  /** Continues with the stored transactions. */
  static async open(deps: SignedTransactionsDeps): Promise<SignedTransactions> {
    const transactions = new SignedTransactions(deps)
    for (const [, value] of await deps.storage.entries(PREFIX)) {
      const stored = z.safeParse(Stored, value)
      if (stored.success) transactions.#carryOut(stored.data)
    }
    return transactions
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  has(request: RequestKey): boolean {
    return this.#keys.has(writeRequestKey(request))
  }

  /** Resolves when the chain has all of them. */
  async allSent(): Promise<void> {
    await this.#lastSent
  }

  /** Stores a transaction, and sends it. */
  async add(transaction: SignedTransaction): Promise<void> {
    await this.#deps.storage.set(`${PREFIX}${writeRequestKey(transaction)}`, transaction)
    this.#carryOut(transaction)
  }

  #carryOut(transaction: SignedTransaction): void {
    const { onChange, respond, signal, storage } = this.#deps
    const key = writeRequestKey(transaction)
    this.#keys.add(key)
    const sent = this.#lastSent.then(() => this.#send(transaction))
    this.#lastSent = sent
    const finish = async () => {
      const refusal = await sent
      if (signal.aborted) return
      await respond(transaction, toOutcome(transaction.signed, refusal))
      await storage.delete(`${PREFIX}${key}`)
      this.#keys.delete(key)
      onChange()
    }
    void finish()
    onChange()
  }

  async #send({ chainId, signed }: SignedTransaction): Promise<string | undefined> {
    const { send, signal } = this.#deps
    while (!signal.aborted) {
      try {
        return await send(chainId, signed)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
    return undefined
  }
}

/** EIP-1474. */
const TRANSACTION_REJECTED = -32_003

function toOutcome(signed: Hex, refusal: string | undefined): Outcome {
  if (refusal === undefined) return { result: keccak256(signed) }
  return { error: { code: TRANSACTION_REJECTED, message: refusal } }
}

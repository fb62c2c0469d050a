import { CODES, WalletConnectError } from '../walletconnect-error.ts'

/** Decisions of the user that are being carried out, by the id of the request. */
export class Decisions {
  readonly #ids = new Set<number>()

  /**
   * Carries out a decision.
   *
   * @throws {WalletConnectError} while another one about the same is being carried out: the user may click twice.
   */
  async run<Result>(id: number, decide: () => Promise<Result>): Promise<Result> {
    if (this.#ids.has(id)) {
      throw new WalletConnectError(CODES.notFound, 'The user has already decided about this.')
    }
    this.#ids.add(id)
    try {
      return await decide()
    } finally {
      this.#ids.delete(id)
    }
  }
}

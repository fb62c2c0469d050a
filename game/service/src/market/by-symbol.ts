/**
 * Finds what an operation needs of the market that a request names.
 *
 * @throws {UnknownSymbolError} when this service has no such market.
 * @throws {NotReadyError} while the market's index is not at the head of the chain.
 */
export type BySymbol<deps> = (symbol: string) => deps

/**
 * Finds what an operation needs of the market that a request names, or of all that can respond.
 *
 * @returns `missing`: symbols of the markets of `ALL` that cannot respond.
 * @throws as `BySymbol`; for `ALL`, NotReadyError while no market can respond.
 */
export type BySelection<deps> = (symbol: string) => {
  selected: deps
  missing: readonly string[]
}

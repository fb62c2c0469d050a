/**
 * Finds what an operation needs of the market that a request names.
 *
 * @throws {UnknownSymbolError} when this service has no such market.
 * @throws {NotReadyError} while the market's index is not at the head of the chain.
 */
export type BySymbol<deps> = (symbol: string) => deps

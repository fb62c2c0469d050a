/**
 * Finds what an operation needs of the market that a request names.
 *
 * @throws {UnknownSymbolError} when this service has no such market.
 */
export type BySymbol<deps> = (symbol: string) => deps

/** Over the gas of the simulation: refunds are not part of it, and nested calls keep a 64th. */
const MARGIN = { percent: 125n, gas: 30_000n }

/** Returns the gas limit of a transaction that used `gas` in its simulation. */
export function withMargin(gas: bigint): bigint {
  return (gas * MARGIN.percent) / 100n + MARGIN.gas
}

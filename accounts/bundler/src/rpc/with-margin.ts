/** Margin over the gas of the simulation, which leaves out refunds and the 64th that nested calls keep. */
const MARGIN = { percent: 125n, gas: 30_000n }

/** Returns the gas limit of a transaction that used `gas` in its simulation. */
export function withMargin(gas: bigint): bigint {
  return (gas * MARGIN.percent) / 100n + MARGIN.gas
}

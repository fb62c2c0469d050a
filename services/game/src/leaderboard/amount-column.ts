/** An amount in wei in two numbers: of 10^15, and the rest, which is never negative. */
const UNIT = 1e15

const UNIT_WEI = 1_000_000_000_000_000n

/** Amounts of a column of sums, exact up to 9 * 10^30 wei. Numbers are compared without the allocations of bigints. */
export class AmountColumn {
  readonly units: Float64Array
  readonly #rest: Float64Array

  constructor(length: number) {
    this.units = new Float64Array(length)
    this.#rest = new Float64Array(length)
  }

  /** Copies the first `rows` to a column of `length`. */
  copy(rows: number, length: number): AmountColumn {
    const copied = new AmountColumn(length)
    copied.units.set(this.units.subarray(0, rows))
    copied.#rest.set(this.#rest.subarray(0, rows))
    return copied
  }

  read(row: number): bigint {
    return BigInt(this.units[row] ?? 0) * UNIT_WEI + BigInt(this.#rest[row] ?? 0)
  }

  write(row: number, wei: bigint): void {
    this.#write(row, Number(wei / UNIT_WEI), Number(wei % UNIT_WEI))
  }

  /** Adds `sign` times the amount at this byte: units and rest of the same sign, as int8. */
  add(row: number, sign: number, bytes: DataView, at: number): void {
    const units = (this.units[row] ?? 0) + sign * readInt8(bytes, at)
    this.#write(row, units, (this.#rest[row] ?? 0) + sign * readInt8(bytes, at + 8))
  }

  /** Compares the rests of amounts with the same units; negative where that of row `a` is smaller. */
  compareRest(a: number, b: number): number {
    return (this.#rest[a] ?? 0) - (this.#rest[b] ?? 0)
  }

  #write(row: number, units: number, rest: number): void {
    const carried = Math.floor(rest / UNIT)
    this.units[row] = units + carried
    this.#rest[row] = rest - carried * UNIT
  }
}

function readInt8(bytes: DataView, at: number): number {
  return bytes.getInt32(at) * 2 ** 32 + bytes.getUint32(at + 4)
}

/** An amount in wei in two numbers: of 10^15, and the rest. */
const UNIT = 1e15

const UNIT_WEI = 1_000_000_000_000_000n

/** Amounts of a column, exact up to 9 * 10^30 wei. Numbers are compared without the allocations of bigints. */
export class AmountColumn {
  readonly units: Float64Array
  /** Never negative. */
  readonly rests: Float64Array

  constructor(length: number) {
    this.units = new Float64Array(length)
    this.rests = new Float64Array(length)
  }

  /** Copies the first `rows` to a column of `length`. */
  copy(rows: number, length: number): AmountColumn {
    const copied = new AmountColumn(length)
    copied.units.set(this.units.subarray(0, rows))
    copied.rests.set(this.rests.subarray(0, rows))
    return copied
  }

  read(row: number): bigint {
    return BigInt(this.units[row] ?? 0) * UNIT_WEI + BigInt(this.rests[row] ?? 0)
  }

  write(row: number, wei: bigint): void {
    this.writeParts(row, Number(wei / UNIT_WEI), Number(wei % UNIT_WEI))
  }

  /** Writes an amount of which the rest may have another sign than the units, and reach a unit. */
  writeParts(row: number, units: number, rest: number): void {
    const carried = Math.floor(rest / UNIT)
    this.units[row] = units + carried
    this.rests[row] = rest - carried * UNIT
  }

  /** Adds an amount of which the rest may have another sign than the units. */
  addParts(row: number, units: number, rest: number): void {
    this.writeParts(row, (this.units[row] ?? 0) + units, (this.rests[row] ?? 0) + rest)
  }

  /** Adds `sign` times the amount at this byte: units and rest of the same sign, as int8. */
  add(row: number, sign: number, bytes: DataView, at: number): void {
    this.addParts(row, sign * readInt8(bytes, at), sign * readInt8(bytes, at + 8))
  }

  copyRow(from: number, to: number): void {
    this.units[to] = this.units[from] ?? 0
    this.rests[to] = this.rests[from] ?? 0
  }

  /** Compares two amounts; negative where that of row `a` is smaller. */
  compare(a: number, b: number): number {
    return (
      (this.units[a] ?? 0) - (this.units[b] ?? 0) || (this.rests[a] ?? 0) - (this.rests[b] ?? 0)
    )
  }
}

function readInt8(bytes: DataView, at: number): number {
  return bytes.getInt32(at) * 2 ** 32 + bytes.getUint32(at + 4)
}

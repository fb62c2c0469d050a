/** A library cannot be packed. The message says why. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

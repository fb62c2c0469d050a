/** A release cannot be made. The message says why, and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

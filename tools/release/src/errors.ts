/** A release cannot be made. The message says why, and how to continue. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

import {
  BaseError,
  type Hex,
  HttpRequestError,
  keccak256,
  type PublicClient,
  TimeoutError,
} from 'viem'

/**
 * Sends a signed transaction, unless the chain has it.
 *
 * @returns Why the chain refuses it; `undefined` when it has it.
 * @throws When the chain is out of reach.
 */
export async function sendSigned(client: PublicClient, signed: Hex): Promise<string | undefined> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed })
    return undefined
  } catch (error) {
    if (isUnreachable(error)) throw error
    // It may have been sent before this page was reloaded.
    return (await isKnown(client, keccak256(signed))) ? undefined : toSentence(error)
  }
}

/** Whether a chain could not be reached, so that the same may work later. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !==
      null
  )
}

async function isKnown(client: PublicClient, hash: Hex): Promise<boolean> {
  try {
    await client.getTransaction({ hash })
    return true
  } catch (error) {
    if (isUnreachable(error)) throw error
    return false
  }
}

/** Returns the first sentence of an error of viem, or its message. */
export function toSentence(error: unknown): string {
  if (error instanceof BaseError) return error.details || error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { fill } from '@bullring/wire/text/fill'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { Kit } from '#core/kit.ts'
import type { SignInMessages } from './sign-in-messages.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'
import type { SiwxAccount } from './siwx.ts'

/** Reports a failed sign-in to the app. */
export function emitSignInError(
  { events }: Pick<Kit, 'events'>,
  { chainId }: Pick<SiwxAccount, 'chainId'>,
  error: unknown,
): void {
  const { message } = classifyFailure(error)
  const properties = { network: toCaipNetworkId(chainId), message }
  events.emit({ event: 'SIWX_AUTH_ERROR', properties })
}

/** Returns the text of a failed sign-in (R-SIGNIN-5). */
export async function signInFailureText(
  error: unknown,
  messages: SignInMessages,
  readIsContract: () => Promise<boolean>,
): Promise<string> {
  const { kind, message } = classifyFailure(error)
  if (kind === 'rejected') return messages.declined
  const isContract =
    error instanceof SignatureRejectedError && (await readIsContract().catch(() => false))
  if (isContract) return messages.smartAccount
  return message === '' ? messages.unknownError : fill(messages.failed, { message })
}

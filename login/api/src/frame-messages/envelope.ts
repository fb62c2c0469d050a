import * as z from 'zod/mini'
import type { RequestName } from './requests.ts'
import { requestPayloads } from './requests.ts'

/** Prefix of the requests an app posts to the frame. */
export const APP_PREFIX = '@w3m-app/'

/** Prefix of everything the frame posts to the app. */
export const FRAME_PREFIX = '@w3m-frame/'

/**
 * Type of the message that the user has approved the request on the screen: from then on it can no longer be rejected. Only
 * for apps that announce `hearsApproval`, since other kits refuse types that they do not know.
 */
export const APPROVED_TYPE = `${FRAME_PREFIX}APPROVED`

/** A message in either direction. `payload` is checked by the schema of its type. */
export const Envelope = z.object({
  type: z.string(),
  id: z.optional(z.string()),
  payload: z.optional(z.unknown()),
})
export type Envelope = z.infer<typeof Envelope>

/** Returns the type of the successful reply to `name`. */
export function successType(name: RequestName): string {
  return `${FRAME_PREFIX}${name}_SUCCESS`
}

/** Returns the type of the error reply to `name`. */
export function errorType(name: RequestName): string {
  return `${FRAME_PREFIX}${name}_ERROR`
}

/** Returns the name of the request a message type stands for, or `undefined`. */
export function toRequestName(type: string): RequestName | undefined {
  if (!type.startsWith(APP_PREFIX)) return undefined
  const name = type.slice(APP_PREFIX.length)
  return isRequestName(name) ? name : undefined
}

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requestPayloads, name)
}

import { findCause } from '@bullring/errors/find-cause'
import {
  BaseError as ChainError,
  ResourceUnavailableRpcError,
  UserRejectedRequestError,
} from 'viem'
import { ProviderNotFoundError } from 'wagmi'
import type { ConnectMessages } from './connect-messages.ts'

export type ConnectMessage = { level: 'info' | 'error'; text: string }

/** EIP-1193: the visitor said no. Providers throw plain objects too. */
const REJECTED_CODE = 4001

/** What the visitor reads when connecting or switching the network fails. Texts: spec, section 8. */
export function connectMessage(error: unknown, messages: ConnectMessages): ConnectMessage {
  if (findCause(error, UserRejectedRequestError) || codeOf(error) === REJECTED_CODE) {
    return { level: 'info', text: messages.cancelled }
  }
  if (findCause(error, ProviderNotFoundError)) return { level: 'error', text: messages.noProvider }
  if (findCause(error, ResourceUnavailableRpcError)) {
    return { level: 'info', text: messages.alreadyAsked }
  }
  const detail =
    error instanceof ChainError ? error.shortMessage : error instanceof Error ? error.message : ''
  return { level: 'error', text: detail === '' ? messages.failed : detail }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

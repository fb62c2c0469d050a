import { requestJson } from '@bullring/wire/http/request-json'
import { isRefusal } from './refusal.ts'

/** SDK type and version whose interface the kit speaks, sent with every GET request (R-SERVICE-1). */
export const SDK_QUERY = { st: 'appkit', sv: 'react-wagmi-1.7.3' } as const

export type WalletServiceOptions = {
  /** Origin of the service, with or without a trailing slash. */
  baseUrl: string
  projectId: string
  /** Called with each refusal, for the alert bar: it may be a mistake in the app's configuration. */
  onRefused?: (error: unknown) => void
}

/** Client of one wallet service, with the app's project id. */
export type WalletService = {
  urlOf: (path: string, query?: Readonly<Record<string, string>>) => string
  /** `requestJson` without the page's cookies; also reports refusals. */
  request: typeof requestJson
}

export function createWalletService(options: WalletServiceOptions): WalletService {
  const { baseUrl, projectId, onRefused } = options
  const origin = baseUrl.replace(/\/$/, '')
  return {
    urlOf: (path, query = {}) =>
      `${origin}/${path}?${new URLSearchParams({ projectId, ...query })}`,
    request: withRefusalReporting(onRefused),
  }
}

function withRefusalReporting(onRefused: WalletServiceOptions['onRefused']): typeof requestJson {
  return async (request) => {
    try {
      return await requestJson({ credentials: 'omit', ...request })
    } catch (error) {
      if (isRefusal(error)) onRefused?.(error)
      throw error
    }
  }
}

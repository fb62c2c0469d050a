import { AppConfig } from '@bullring/game-api/config'
import { requestJson } from '@bullring/wire/http/request-json'
import { createContext, use } from 'react'

/** Fetches the configuration of this installation. */
export function fetchAppConfig(signal: AbortSignal): Promise<AppConfig> {
  return requestJson({ url: '/config.json', schema: AppConfig, signal })
}

export const AppConfigContext = createContext<AppConfig | null>(null)

/** @throws when no `AppConfigContext` is above: a bug, not a state to handle. */
export function useAppConfig(): AppConfig {
  const config = use(AppConfigContext)
  if (config === null) throw new Error('useAppConfig needs an <AppConfigContext> above it')
  return config
}

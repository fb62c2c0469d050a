import { AppConfig } from '@bullring/wire/game-api/config'
import { parse } from '@bullring/wire/parse'
import { createContext, use } from 'react'
import { requestJson } from './request-json.ts'

/** Reads what the app needs to know of the place it runs at. */
export async function fetchAppConfig(signal: AbortSignal): Promise<AppConfig> {
  return parse(AppConfig, await requestJson('/config.json', { signal }))
}

export const AppConfigContext = createContext<AppConfig | null>(null)

/** @throws when no `AppConfigContext` is above: a wiring mistake, not a state to handle. */
export function useAppConfig(): AppConfig {
  const config = use(AppConfigContext)
  if (config === null) throw new Error('useAppConfig needs an <AppConfigContext> above it')
  return config
}

import { AccessResponse } from '@bullring/game-api/access'
import { requestJson } from '@bullring/wire/http/request-json'
import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#api/market/app-config.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'

/**
 * Whether the operator's rules let the visitor bet. `checking`: the server has not said yet. `unconfirmed`: the visitor
 * must confirm an age first.
 */
export type Access =
  | { kind: 'open' | 'checking' | 'refused' }
  | { kind: 'unconfirmed'; age: number; confirm: () => void }

/** Returns the visitor's access to betting. Looking on, and collecting, are always possible. */
export function useAccess(): Access {
  const { brand } = useAppConfig()
  const { confirmedAge } = useDeviceSettings()
  const hasRules = brand?.hasCountryRules === true
  const { data } = useQuery({
    queryKey: ['access'],
    queryFn: ({ signal }) => requestJson({ url: '/api/access', schema: AccessResponse, signal }),
    enabled: hasRules,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (hasRules && data === undefined) return { kind: 'checking' }
  if (data?.betting === 'refused') return { kind: 'refused' }
  const age = brand?.age ?? null
  if (age === null || !age.mustConfirm || confirmedAge >= age.minimum) return { kind: 'open' }
  const { minimum } = age
  return {
    kind: 'unconfirmed',
    age: minimum,
    confirm: () => changeSettings({ confirmedAge: minimum }),
  }
}

import { useSyncExternalStore } from 'react'
import { type DeviceSettings, readSettings, subscribeToSettings } from './device-settings.ts'

/** Returns the settings of this device. */
export function useDeviceSettings(): DeviceSettings {
  return useSyncExternalStore(subscribeToSettings, readSettings)
}

import { useId } from 'react'
import { useMessages } from '#i18n/language.ts'
import { changeSettings, THEMES } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { AlertSettings } from './alert-settings.tsx'
import { LimitSettings } from './limit-settings.tsx'
import styles from './settings-dialog.module.css'
import { SETTINGS_MESSAGES } from './settings-messages.ts'

/** The settings of this device. Every change applies at once. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages(SETTINGS_MESSAGES)
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div className={styles['body']}>
        <ThemeChoice />
        <AlertSettings />
        <LimitSettings />
        <p className={styles['hint']}>{messages.hint}</p>
      </div>
    </Dialog>
  )
}

function ThemeChoice() {
  const messages = useMessages(SETTINGS_MESSAGES)
  const { theme } = useDeviceSettings()
  const name = useId()
  return (
    <fieldset className={styles['group']}>
      <legend>{messages.theme}</legend>
      <div className={styles['choices']}>
        {THEMES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              checked={theme === choice}
              onChange={() => changeSettings({ theme: choice })}
            />
            <span>{messages[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

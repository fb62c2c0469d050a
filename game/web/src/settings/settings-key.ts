/** The key of the settings in the browser's storage. */
export const SETTINGS_KEY = 'bullring.settings'

const DATA = 'tgWebAppData'

/** Parameters with which Telegram opens a page, in the fragment of its address. */
export type LaunchParameters = {
  initData: string | null
  /** Version of Telegram's methods. */
  version: string
  /** Colours as JSON. */
  theme: string
}

/** Reads the fragment; null where Telegram has not opened the page. It gives launch data once: a link can add others. */
export function readLaunchParameters(fragment: string): LaunchParameters | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const version = parameters.get('tgWebAppVersion')
  if (version === null || parameters.getAll(DATA).length > 1) return null
  return {
    initData: parameters.get(DATA) || null,
    version,
    theme: parameters.get('tgWebAppThemeParams') ?? '',
  }
}

/** Returns whether Telegram has at least this version. */
export function isVersion(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

/** Returns the fragment without launch data, however its name is written. */
export function withoutLaunchData(fragment: string): string {
  const fields = fragment.replace(/^#/, '').split('&')
  const rest = fields.filter((field) => !new URLSearchParams(field).has(DATA)).join('&')
  return rest === '' ? '' : `#${rest}`
}

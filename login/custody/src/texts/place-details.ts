import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import { textsIn } from './texts-in.ts'

/** Returns the rows of a mail that say from where something was done. */
export function placeDetails(
  language: Language,
  { device, app, ip }: Place,
): readonly { label: string; value: string }[] {
  const { common } = textsIn(language)
  return [
    { label: common.device, value: device },
    ...(app === null ? [] : [{ label: common.app, value: app }]),
    { label: common.ip, value: ip },
  ]
}

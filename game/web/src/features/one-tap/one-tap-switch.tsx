import { useMessages } from '#i18n/language.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { ONE_TAP_MESSAGES } from './one-tap-messages.ts'
import { useIsOffered, useOwner } from './session/use-offer.ts'

/** Offers one-tap bets where they can work. It is on once the limits were approved. */
export function OneTapSwitch({ onOpen }: { onOpen: () => void }) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  if (!useIsOffered(useOwner())) return null
  return <Switch label={messages.title} hint={messages.offer} isOn={false} onChange={onOpen} />
}

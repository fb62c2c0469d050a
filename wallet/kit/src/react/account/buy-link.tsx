import { TextButton } from '#ui/button/text-button.tsx'
import { useMessages } from '../kit-context.ts'
import { ASSET_MESSAGES } from './asset-messages.ts'
import { useBuy } from './use-buy.ts'

/** Opens the views for buying coins; nothing where none can be bought. */
export function BuyLink() {
  const messages = useMessages('assets', ASSET_MESSAGES)
  const buy = useBuy()
  return buy === null ? null : <TextButton onClick={buy}>{messages.buy}</TextButton>
}

import type { KitMessageOverrides } from '@bullring/wallet-kit/messages'
import type { Language } from '@bullring/wire/text/languages'

/** The wallet modal's texts. English ones are part of the kit. */
const CATALOGUES = import.meta.glob<KitMessageOverrides>('./modal-catalogues/*.json', {
  import: 'default',
})

/** Loads the wallet modal's texts; none, which means English, where that fails. */
export async function loadModalTexts(language: Language): Promise<KitMessageOverrides> {
  const load = CATALOGUES[`./modal-catalogues/${language}.json`]
  return (await load?.().catch(() => undefined)) ?? {}
}

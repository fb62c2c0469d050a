import { createIndexedDbStorage } from '@bullring/walletconnect/indexed-db-storage'
import { createWalletClient } from '@bullring/walletconnect/wallet'
import { requestJson } from '@bullring/wire/http/request-json'
import { PhoneConfig } from '@bullring/wire/phone-config'
import { sentenceOf } from '#ui/sentence-of.ts'
import { Phone } from '#wallet/phone.ts'
import { signInLimits } from '#wallet/read-proposal.ts'
import { holdWallet } from './hold-wallet.ts'

/** State of the page: the wallet, or why it is not here. */
export type Page =
  | { state: 'opening' }
  | { state: 'elsewhere' }
  | { state: 'failed'; problem: string }
  | { state: 'open'; phone: Phone; link: string | null }

type Start = { link: string | null; isForced: boolean }

/** @returns A function that closes the wallet. */
export function openPage({ link, isForced }: Start, show: (page: Page) => void): () => void {
  let isOver = false
  let phone: Phone | undefined
  const close = () => {
    isOver = true
    phone?.close()
  }
  const onLost = () => {
    // A later attempt of this page has taken it.
    if (isOver) return
    close()
    show({ state: 'elsewhere' })
  }
  const open = async () => {
    if (!(await holdWallet({ isTakenOver: isForced || link !== null, onLost }))) {
      return show({ state: 'elsewhere' })
    }
    phone = await openPhone()
    if (isOver) return phone.close()
    // A reload must not use the link again.
    if (link !== null) history.replaceState(null, '', '/')
    show({ state: 'open', phone, link })
  }
  open().catch((error: unknown) => {
    if (!isOver) show({ state: 'failed', problem: sentenceOf(error) })
  })
  return close
}

/** Reads the configuration, and opens the wallet with what this browser has stored. */
async function openPhone(): Promise<Phone> {
  const config = await requestJson({ url: '/config.json', schema: PhoneConfig })
  const client = await createWalletClient({
    relayUrl: config.relayUrl,
    projectId: config.projectId,
    storage: createIndexedDbStorage(),
    signIn: signInLimits(config),
    metadata: {
      name: 'Test wallet',
      description: 'A wallet with test keys for chains on this machine.',
      url: location.origin,
      icons: [`${location.origin}/icon-192.png`],
    },
  })
  // Separate from the storage of the WalletConnect client.
  return await Phone.open({ config, client, storage: createIndexedDbStorage('phone') })
}
